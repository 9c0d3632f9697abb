import Foundation
import StateMachineLocks

/// Reads everything that a program writes into a pipe.
package final class Drain: Sendable {
    private let contents = Locked(Contents())

    private struct Contents {
        var data = Data()
        var isClosed = false

        /// The index at which each line ends.
        var lineEnds: [Int] = []

        /// What happens once a text has been read.
        var reaction: (text: String, body: @Sendable () -> Void)?

        mutating func append(_ more: some Collection<UInt8>) {
            for (index, byte) in more.enumerated() where byte == UInt8(ascii: "\n") {
                lineEnds.append(data.count + index)
            }
            data.append(contentsOf: more)
        }

        /// The reaction, if its text has been read; it happens once.
        mutating func takeReaction() -> (@Sendable () -> Void)? {
            guard let (text, body) = reaction, data.range(of: Data(text.utf8)) != nil else { return nil }
            reaction = nil
            return body
        }

        func line(_ number: Int) -> String {
            let start = number == 0 ? 0 : lineEnds[number - 1] + 1
            return String(decoding: data[start..<lineEnds[number]], as: UTF8.self)
        }
    }

    /// Reads the end of a pipe on a thread of its own, and closes it.
    package init(_ descriptor: Int32) {
        let thread = Thread { [self] in
            var buffer = [UInt8](repeating: 0, count: 16 * 1024)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                let reaction = contents.withLock { [buffer] contents in
                    contents.append(buffer[..<count])
                    return contents.takeReaction()
                }
                reaction?()
            }
            _ = close(descriptor)
            contents.withLock { $0.isClosed = true }
        }
        thread.name = "drain"
        thread.start()
    }

    package var text: String { contents.withLock { String(decoding: $0.data, as: UTF8.self) } }
    package var lineCount: Int { contents.withLock(\.lineEnds.count) }
    package var isClosed: Bool { contents.withLock(\.isClosed) }

    /// Calls the closure once the text has been read.
    ///
    /// The thread that reads calls it, so that no busy thread pool delays it.
    package func whenRead(_ text: String, _ body: @escaping @Sendable () -> Void) {
        let reaction = contents.withLock { contents in
            contents.reaction = (text, body)
            return contents.takeReaction()
        }
        reaction?()
    }

    /// The complete lines from an index on.
    package func lines(from start: Int) -> [String] {
        contents.withLock { contents in
            contents.lineEnds.indices.dropFirst(start).map { contents.line($0) }
        }
    }
}
