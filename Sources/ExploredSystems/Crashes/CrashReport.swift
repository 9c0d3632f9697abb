import Foundation
import StateMachineTrapHandling

/// A report about work on a separate thread that has not returned.
struct CrashReport {
    enum End {
        case trapped
        case blocked
        case endless
        case noThread
    }

    let end: End

    /// A description of the end, without any message from the code under test.
    let reason: String

    /// Whether the Swift runtime writes a message before this kind of trap.
    let hasMessage: Bool

    /// The text that the Swift runtime or the step wrote before the trap.
    let message: CrashMessage

    /// The return addresses of the thread, innermost first.
    ///
    /// They are the addresses after the instruction that trapped and after each call.
    let frames: [UInt64]

    /// Creates a report, or `nil` if the work has returned.
    init?(_ report: trap_report) {
        switch report.end {
        case trap_end_trapped: end = .trapped
        case trap_end_blocked: end = .blocked
        case trap_end_endless: end = .endless
        case trap_end_no_thread: end = .noThread
        default: return nil
        }
        message = CrashMessage.message(
            in: String(
                decoding: UnsafeRawBufferPointer(start: report.message, count: report.message_length),
                as: UTF8.self
            )
        )
        hasMessage = ![SIGSEGV, SIGBUS, SIGFPE].contains(report.signal)
        reason = report.is_stack_overflow ? "stack overflow" : Self.words(for: report.signal)
        frames = withUnsafeBytes(of: report.frames) { bytes in
            bytes.bindMemory(to: UInt.self).prefix(Int(report.frame_count)).map(UInt64.init)
        }
    }

    /// The place that the message of this trap names, if it is in the code under test.
    var namedPlace: SystemFault.Place? { hasMessage && !message.isFromSwift ? message.place : nil }

    private static func words(for signal: Int32) -> String {
        switch signal {
        case SIGSEGV, SIGBUS: "invalid memory access"
        case SIGFPE: "division by zero"
        case SIGABRT: "abort"
        default: "trap"
        }
    }
}
