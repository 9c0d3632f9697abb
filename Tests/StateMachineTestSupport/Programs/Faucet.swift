import Foundation
import StateMachineLocks

/// Writes into a pipe without blocking the caller.
package final class Faucet: Sendable {
    private let descriptor: Int32

    /// Writes one text after the other and closes the pipe; only this queue waits while the pipe is
    /// full.
    private let queue = DispatchQueue(label: "faucet")
    private let isOpen = Locked(true)

    /// Writes to the end of a pipe.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // A closed pipe must not end this process.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit {
        close()
    }

    package func write(_ text: String) {
        guard isOpen.withLock({ $0 }) else { return }
        queue.async { [descriptor] in
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }
    }

    /// Closes the pipe after everything has been written; a second call does nothing.
    package func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { queue.async { [descriptor] in _ = Foundation.close(descriptor) } }
    }
}
