/// A condition that a move depends on, such as a race, a late timer or an impolite peer.
///
/// An exploration shows each fault with the fewest assumptions that lead to it. Declare your own
/// assumptions in an extension:
///
/// ```swift
/// extension SystemAssumption {
///     static let impolitePeer: SystemAssumption = "the peer answers before it is asked"
/// }
/// ```
public struct SystemAssumption: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The assumption in words.
    public let description: String

    /// Creates an assumption from its description.
    public init(_ description: String) {
        self.description = description
    }

    /// Creates an assumption from a literal that describes it.
    public init(stringLiteral description: String) {
        self.description = description
    }

    /// A timer fires although it was cancelled.
    ///
    /// The task of the timer had already woken up and was waiting for its turn.
    public static let lateTimers: SystemAssumption = "timers fire late"

    /// A task can be cancelled at any moment, between any two steps.
    public static let cancellation: SystemAssumption = "tasks are cancelled"

    /// A callback calls the code under test before it returns.
    public static let reentrancy: SystemAssumption = "callbacks call back"

    /// A caller takes a step between two steps of another caller.
    public static let races: SystemAssumption = "callers race"
}
