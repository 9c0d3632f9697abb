import Foundation
import Locking

/// The reading end of a pipe, emptied as it fills.
final class Drain: Sendable {
    let pipe = Pipe()
    private let contents = Locked(Contents())

    private struct Contents {
        var data = Data()
        var isClosed = false

        /// Where each line ends.
        var lineEnds: [Int] = []

        mutating func append(_ more: Data) {
            for (place, byte) in more.enumerated() where byte == UInt8(ascii: "\n") {
                lineEnds.append(data.count + place)
            }
            data.append(more)
        }

        func line(_ number: Int) -> String {
            let start = number == 0 ? 0 : lineEnds[number - 1] + 1
            return String(decoding: data[start..<lineEnds[number]], as: UTF8.self)
        }
    }

    init() {
        let thread = Thread { [self] in
            while true {
                let data = pipe.fileHandleForReading.availableData
                if data.isEmpty { break }
                contents.withLock { $0.append(data) }
            }
            contents.withLock { $0.isClosed = true }
        }
        thread.start()
    }

    var text: String { contents.withLock { String(decoding: $0.data, as: UTF8.self) } }
    var lineCount: Int { contents.withLock(\.lineEnds.count) }
    var isClosed: Bool { contents.withLock(\.isClosed) }

    /// The lines from one on that are whole.
    func lines(from start: Int) -> [String] {
        contents.withLock { contents in
            contents.lineEnds.indices.dropFirst(start).map { contents.line($0) }
        }
    }
}
