/// What has to be assumed for a move: a race, a late timer, an impolite peer.
///
/// Of the runs that lead to a fault, the one with the fewest assumptions is shown.
///
/// ```swift
/// extension Assumption {
///     static let impolitePeer: Assumption = "the peer answers before it is asked"
/// }
/// ```
public struct Assumption: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The assumption in words.
    public let description: String

    /// An assumption in words.
    public init(_ description: String) {
        self.description = description
    }

    /// An assumption in words.
    public init(stringLiteral description: String) {
        self.description = description
    }

    /// A timer fires although it was cancelled: it had fired already, and was waiting for its turn.
    public static let lateTimers: Assumption = "timers fire late"

    /// A task is cancelled at any moment, between any two steps.
    public static let cancellation: Assumption = "tasks are cancelled"

    /// Two callers come between two steps of each other.
    public static let races: Assumption = "callers race"
}
