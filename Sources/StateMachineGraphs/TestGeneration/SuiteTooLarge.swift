/// A suite has more steps than it was to have.
///
/// ```text
/// The suite simplePaths(upTo: 20) has more than 1000 steps. Choose a smaller one, or raise the limit.
/// ```
public struct SuiteTooLarge: Error, Hashable, CustomStringConvertible {
    /// The suite that was asked for.
    public let suite: TraceSuite

    /// How many steps were allowed.
    public let stepLimit: Int

    /// The suite, the limit, and what can be done.
    public var description: String {
        switch suite {
        case .states, .transitions, .transitionPairs, .rejections, .simplePaths, .faults:
            "The suite \(suite) has more than \(stepLimit) steps. Choose a smaller one, or raise the limit."
        case .randomWalks:
            """
            The goal of \(suite) is not reached after \(stepLimit) steps. Choose a lower one, or longer walks, or raise the \
            limit.
            """
        }
    }
}
