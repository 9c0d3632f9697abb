/// An error for a suite that needs more steps than the limit allows.
///
/// ```text
/// The suite simplePaths(upTo: 20) has more than 1000 steps. Choose a smaller suite, or raise the limit.
/// ```
public struct SuiteTooLarge: Error, Hashable, CustomStringConvertible {
    /// The requested suite.
    public let suite: TraceSuite

    /// The maximum number of steps.
    public let stepLimit: Int

    /// The suite, the limit and possible remedies.
    public var description: String {
        switch suite {
        case .states, .transitions, .transitionPairs, .rejections, .simplePaths, .faults:
            "The suite \(suite) has more than \(stepLimit) steps. Choose a smaller suite, or raise the limit."
        case .randomWalks:
            """
            The suite \(suite) does not reach its goal within \(stepLimit) steps. Choose a lower goal or longer walks, or raise the \
            limit.
            """
        }
    }
}
