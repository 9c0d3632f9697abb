import RegexBuilder
import StateMachineCommandLine

extension MachineWriter {
    /// The labels that contain a time and start no timer.
    package var timeNotes: [String] {
        guard chart.labelsHaveTimes else { return [] }
        let waits = Set(tree.nodes.flatMap(\.state.waits.values).map(\.event))
        return machine.events.map(\.diagram).filter { !waits.contains($0) && Self.hasTime($0) }.map { event in
            "note: “\(event.abbreviated(after: 60))” contains a time, but no activity waits for it; "
                + "for an activity, write, for example, “after 30 s”"
        }
    }

    /// Whether a number with a unit is in a label, such as “60s” in “timeout 60s”.
    private static func hasTime(_ label: String) -> Bool {
        let time = Regex {
            OneOrMore(.digit)
            ZeroOrMore(" ")
            ChoiceOf {
                Chart.State.timeUnit
                "m"
            }
            NegativeLookahead { CharacterClass.word }
        }
        return label.matches(of: time.ignoresCase()).contains { match in
            let before = label[..<match.range.lowerBound].last
            return before.map { !$0.isLetter && $0 != "_" } ?? true
        }
    }

    /// The transitions that can enter a state again, in which its activities continue.
    package var restartNotes: [String] {
        var notes: [String] = []
        for restart in restarts {
            let note = restartNote(of: restart.activity, in: restart.state, after: restart.event)
            if !notes.contains(note) { notes.append(note) }
        }
        return notes
    }

    /// Returns a sentence about an activity that does not start when its state is entered again.
    func restartComment(_ activity: String) -> String? {
        let found = restarts.filter { $0.activity == activity }.map(\.event)
        var causes = machine.events.filter { event in found.contains { $0.matches(event.diagram) } }.map {
            "`.\($0.name)`"
        }
        if found.contains(where: \.isForCompletionsOnly) { causes.append("the end of a state") }
        guard !causes.isEmpty else { return nil }
        return "Does not start again if \(causes.joined(separator: " or ")) leads to its state again."
    }

    /// An activity that does not start again although a transition enters its state again.
    struct Restart {
        var activity: String
        var state: Chart.State
        var event: EventDescriptor
    }

    static func restarts(in tree: ChartTree, of chart: Chart) -> [Restart] {
        guard tree.nodes.contains(where: { !$0.state.activities.isEmpty }) else { return [] }
        return tree.edges.flatMap { edge -> [Restart] in
            guard let domain = tree.domain(of: edge) else { return [] }
            let again = tree.possiblyEntered(by: edge).filter { node in
                !tree.nodes[node].state.activities.isEmpty && tree.isInside(node, domain)
                    && tree.canBeActive(node, with: edge.source)
            }
            return again.sorted().flatMap { node -> [Restart] in
                let state = tree.nodes[node].state
                // An activity of the machine itself is not of this state.
                return state.activities.filter { !chart.machineActivities.contains($0) }.flatMap { activity in
                    edge.transition.events.map { Restart(activity: activity, state: state, event: $0) }
                }
            }
        }
    }

    private func restartNote(of activity: String, in state: Chart.State, after event: EventDescriptor) -> String {
        let title = "“\(activity.abbreviated(after: 60))”"
        let fix = "to restart it, add a counter to the payloads of the state and the activity"
        if let wait = state.waits[activity], event.matches(wait.event) {
            return "note: the activity \(title) sends “\(wait.event)” only once, because the transition reenters "
                + "“\(state.id)” without restarting the activity; \(fix)"
        }
        let name = event.name.isEmpty ? "any event" : "“\(event.name)”"
        return "note: \(name) can enter “\(state.id)” again, but does not start the activity \(title) again; \(fix)"
    }
}
