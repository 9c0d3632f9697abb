import Foundation
import Locking

/// The reading end of a pipe, emptied as it fills.
final class Drain: Sendable {
    let pipe = Pipe()
    private let contents = Locked<(data: Data, isClosed: Bool)>((Data(), false))

    init() {
        let thread = Thread { [self] in
            while true {
                let data = pipe.fileHandleForReading.availableData
                if data.isEmpty { break }
                contents.withLock { $0.data.append(data) }
            }
            contents.withLock { $0.isClosed = true }
        }
        thread.start()
    }

    var text: String { contents.withLock { String(decoding: $0.data, as: UTF8.self) } }
    var isClosed: Bool { contents.withLock(\.isClosed) }
}
