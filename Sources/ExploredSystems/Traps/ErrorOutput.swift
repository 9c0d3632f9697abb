import StateMachines
import TrapHandling

/// What the process writes to its error output while a system is explored: the messages of traps.
///
/// Messages go to a descriptor of the whole process. So one exploration at a time has them, and
/// what others write meanwhile comes out at its end.
final class ErrorOutput {
    private static let oneAtATime = Locked(())

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
