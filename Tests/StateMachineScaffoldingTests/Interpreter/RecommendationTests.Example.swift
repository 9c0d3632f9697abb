import Testing

extension RecommendationTests {
    /// A sentence of the recommendation with its section, and a chart that would do something else
    /// without it.
    struct Example: CustomTestStringConvertible, Sendable {
        let rule: String
        let states: String
        let initial: String?
        let events: String
        /// What is active and what was done, at first and after each event; "-" if nothing was
        /// enabled, "end" after the end.
        let expected: [String]

        init(_ rule: String, _ states: String, initial: String? = nil, events: String = "", _ expected: [String]) {
            self.rule = rule
            self.states = states
            self.initial = initial
            self.events = events
            self.expected = expected
        }

        var testDescription: String { rule }
    }

    static let examples = stateExamples + transitionExamples
}
