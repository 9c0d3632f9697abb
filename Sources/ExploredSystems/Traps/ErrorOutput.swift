import Synchronization
import TrapHandling

/// What the process writes to its error output while a system is explored: the messages of traps.
///
/// Messages go to a descriptor of the whole process. So one exploration at a time has them, and
/// what others write meanwhile comes out at its end.
final class ErrorOutput {
    private static let oneAtATime = Mutex(())

    private let file: Int32

    private init() {
        file = trap_capture_errors()
    }

    /// Runs something that reads messages of traps, as soon as nothing else does.
    static func captured<Result>(_ body: (ErrorOutput) -> Result) -> Result {
        oneAtATime.withLock { _ in
            let errors = ErrorOutput()
            defer { errors.close() }
            return body(errors)
        }
    }

    /// The message of a trap, without the place in front of it.
    func takeMessage(of report: TrapReport) -> TrapMessage {
        guard file >= 0 else { return TrapMessage("") }
        let bytes = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) {
                trap_take_errors(file, report.errorsBegin, $0.baseAddress, $0.count)
            }
        }
        return TrapMessage(String(decoding: bytes, as: UTF8.self))
    }

    /// Lets errors go where they went before.
    private func close() {
        if file >= 0 { trap_release_errors(file) }
    }
}

/// What Swift writes before it traps: `Pool/Pool.swift:12: Fatal error: no connection`.
struct TrapMessage {
    let reason: String?
    /// Whether it is of the form in which Swift writes of a trap in the source.
    let isFatalError: Bool
    let file: String?
    let line: Int?

    init(_ text: String) {
        let address = /(?:\ to)?\ ?\(?0x[0-9a-f]+\)?/
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).replacing(address, with: "") }
        let pattern = /(?:([^ ]+\.swift):(\d+): )?(Fatal error|Precondition failed|Assertion failed)(?:: (.*))?/
        guard let match = lines.lazy.compactMap({ $0.wholeMatch(of: pattern)?.output }).first else {
            // Such as "Could not cast value of type …"; what follows it are details.
            (reason, file, line, isFatalError) = (lines.first, nil, nil, false)
            return
        }
        isFatalError = true
        reason = String(match.4 ?? match.3)
        file = match.1.map(String.init)
        line = match.2.flatMap { Int($0) }
    }
}
