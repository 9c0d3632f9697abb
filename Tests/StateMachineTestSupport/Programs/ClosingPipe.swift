import Foundation
import StateMachineLocks

/// The two ends of a pipe, neither of which a program inherits unless it is passed explicitly.
package struct ClosingPipe: Sendable {
    package let reading: Int32
    package let writing: Int32

    private static let making = Locked(())

    package init() throws {
        var ends: [Int32] = [-1, -1]
        let isMade = Self.whileNoneIsMade {
            guard pipe(&ends) == 0 else { return false }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return true
        }
        guard isMade else { throw CocoaError(.fileReadUnknown) }
        (reading, writing) = (ends[0], ends[1])
    }

    /// Calls a closure while no pipe is being made, which a program that starts at that moment
    /// would inherit.
    package static func whileNoneIsMade<Result: Sendable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try making.withLock { _ throws(Failure) in try body() }
    }
}
