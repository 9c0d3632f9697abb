import Foundation
import StateMachines

/// What is written into a pipe, for as long as its reader takes to read it.
package final class Faucet: Sendable {
    private let descriptor: Int32

    /// Writes one text after the other, and closes the pipe; nobody else waits while the pipe is full.
    private let queue = DispatchQueue(label: "faucet")
    private let isOpen = Locked(true)

    /// Writes to the end of a pipe.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // A reader that is gone is no reason to go as well.
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

    /// Closes the pipe behind what has been written; a second call does nothing.
    package func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { queue.async { [descriptor] in _ = Foundation.close(descriptor) } }
    }
}
