/// A suite has more steps than it was to have.
///
/// ```text
/// The suite simplePaths(upTo: 20) has more than 1000 steps. Choose a smaller one, or raise the limit.
/// ```
public struct SuiteTooLarge: Error, Hashable, CustomStringConvertible {
    /// What was to be covered.
    public let suite: TraceSuite

    /// How many steps were allowed.
    public let limit: Int

    /// What is too much, and what can be done.
    public var description: String {
        switch suite {
        case .states, .transitions, .transitionPairs, .rejections, .simplePaths, .faults:
            "The suite \(suite) has more than \(limit) steps. Choose a smaller one, or raise the limit."
        case .randomWalks:
            """
            The goal of \(suite) is not reached after \(limit) steps. Choose a lower one, or longer walks, or raise the \
            limit.
            """
        }
    }
}

/// Counts steps, so that a suite that is too large ends soon.
struct StepBudget {
    let suite: TraceSuite
    let limit: Int
    private var spent = 0

    init(suite: TraceSuite, limit: Int) {
        self.suite = suite
        self.limit = limit
    }

    mutating func spend(_ steps: Int) throws(SuiteTooLarge) {
        spent += steps
        try check(spent)
    }

    func check(_ steps: Int) throws(SuiteTooLarge) {
        if steps > limit { throw SuiteTooLarge(suite: suite, limit: limit) }
    }
}
