import StateMachineGraphs
import StateMachines

/// A comparison of observed results with expected results.
struct StepComparison<Definition: StateDefinition, Observed: Equatable> {
    let subject: String
    let initial: Definition
    let view: (Definition) -> Observed

    private(set) var steps: [Expectation<Definition>] = []

    init(of subject: String = "The system", from initial: Definition, through view: @escaping (Definition) -> Observed)
    {
        self.subject = subject
        self.initial = initial
        self.view = view
    }

    func begin(_ observed: Observed) throws(TraceDivergence<Definition>) {
        guard !areSame(observed, view(initial)) else { return }
        let (expected, actual) = texts(view(initial), observed)
        throw divergence("expected: \(expected)\nbut was:  \(actual)")
    }

    /// Records the next expected step.
    mutating func expect(_ step: Expectation<Definition>) {
        steps.append(step)
    }

    /// Compares an outcome and an observed state with the latest expected step.
    func compare(_ acceptance: SystemOutcome, _ observed: Observed) throws(TraceDivergence<Definition>) {
        guard let step = steps.last else { return }
        let expectedAcceptance: SystemOutcome =
            step.isHandled ? .handled : step.rejection.map { .rejected(because: $0) } ?? .rejected
        let expectedView = view(step.after)
        let isSameView = areSame(observed, expectedView)
        let isSameAcceptance = acceptance.matches(expectedAcceptance)
        guard !isSameAcceptance || !isSameView else { return }
        var (expected, actual) = (nameText(expectedView), nameText(observed))
        if !isSameView { (expected, actual) = texts(expectedView, observed) }
        if acceptance != .unknown {
            expected += " (\(expectedAcceptance))"
            actual += " (\(acceptance))"
        }
        throw divergence("expected: \(expected)\nbut was:  \(actual)")
    }

    func divergence(_ difference: String) -> TraceDivergence<Definition> {
        TraceDivergence(of: subject, from: initial, steps, difference)
    }
}
