import StateMachineGraphs
import StateMachines

extension ChartBuilder {
    private enum Outcome: ObservedOutcome {
        case unmoved(output: String?)
        case elsewhere
        case rejected(String?)

        var isRejection: Bool { if case .rejected = self { true } else { false } }
        var reason: String? { if case .rejected(let reason) = self { reason } else { nil } }
    }

    /// Adds events that move no region, unless a single region decides this.
    ///
    /// Such events belong to the whole machine. An event can change a payload in one state and find
    /// it already changed in another. The chart does not list such an event as one that leaves the
    /// machine as it is.
    ///
    /// - Parameter drawn: The events that are already drawn in a region.
    mutating func addUnmoved(except drawn: Set<String>) {
        let titles = machine.events.map(MachineDescription.title)
        let steps = Dictionary(grouping: machine.steps) { titles[$0.event] }
        for event in titles.uniqued() where !drawn.contains(event) {
            let unmoved = steps[event, default: []].filter { isUnmoved(by: $0) }
            let isUpdating = unmoved.contains { $0.reaction?.target != $0.source }
            let labels = labels(of: event, steps[event, default: []])
            if isUpdating { updating += labels } else { ignored += labels }
        }
    }

    private func isUnmoved(by step: MachineDescription.Step) -> Bool {
        guard let reaction = step.reaction else { return false }
        return machine.states[step.source].name.moves(to: machine.states[reaction.target].name).isEmpty
    }

    private func labels(of event: String, _ steps: [MachineDescription.Step]) -> [Label] {
        let observations = steps.map { step in
            let outcome: Outcome =
                switch step.reaction {
                case nil: .rejected(step.reason)
                case let reaction? where isUnmoved(by: step):
                    .unmoved(output: reaction.shownOutput.map(MachineDescription.title))
                case _?: .elsewhere
                }
            let cases = Feature.cases(of: machine.states[step.source].name)
            return Observation(features: cases + machine.features(of: step), outcome: outcome)
        }
        return conditions(of: observations, isBesideRejections: false).flatMap { outcome, when -> [Label] in
            guard case .unmoved(let output) = outcome else { return [] }
            return when.map { Label(event: event, condition: $0, output: output) }
        }
    }
}
