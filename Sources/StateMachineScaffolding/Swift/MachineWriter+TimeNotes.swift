import RegexBuilder

extension MachineWriter {
    /// The labels that contain a time and start no timer.
    package var timeNotes: [String] {
        guard chart.labelsHaveTimes else { return [] }
        let waits = Set(tree.nodes.flatMap(\.state.waits.values).map(\.event))
        return machine.events.map(\.diagram).filter { !waits.contains($0) && Self.hasTime($0) }.map { event in
            "note: “\(event.prefix(60))” contains a time, but no activity waits for it; "
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
        for (activity, state, event) in restarts {
            let note = restartNote(of: activity, in: state, after: event)
            if !notes.contains(note) { notes.append(note) }
        }
        return notes
    }

    /// Returns a sentence about an activity that continues when its state is entered again.
    func restartComment(_ activity: String) -> String? {
        let found = restarts.filter { $0.activity == activity }
        var events: [String] = []
        for event in machine.events where found.contains(where: { $0.event.matches(event.diagram) }) {
            events.append("`.\(event.name)`")
        }
        return events.isEmpty ? nil : "Continues if \(events.joined(separator: " or ")) enters its state again."
    }

    /// The activities that continue although their states are entered again, with these states and
    /// the events.
    private var restarts: [(activity: String, state: Chart.State, event: EventDescriptor)] {
        var restarts: [(activity: String, state: Chart.State, event: EventDescriptor)] = []
        for edge in tree.edges {
            guard let domain = tree.domain(of: edge) else { continue }
            for node in tree.possiblyEntered(by: edge).sorted()
            where tree.isInside(node, domain) && tree.canBeActive(node, with: edge.source) {
                let state = tree.nodes[node].state
                // An activity of the machine itself is not of this state.
                for activity in state.activities where !chart.machineActivities.contains(activity) {
                    restarts += edge.transition.events.map { (activity, state, $0) }
                }
            }
        }
        return restarts
    }

    private func restartNote(of activity: String, in state: Chart.State, after event: EventDescriptor) -> String {
        let title = "“\(activity.prefix(60))”"
        let fix = "to restart it, add a counter to the payloads of the state and the activity"
        if let wait = state.waits[activity], event.matches(wait.event) {
            return "note: the activity \(title) sends “\(wait.event)” only once, because the transition enters "
                + "“\(state.id)” again and does not start the activity again; \(fix)"
        }
        let name = event.name.isEmpty ? "any event" : "“\(event.name)”"
        return "note: \(name) can enter “\(state.id)” again, but does not start the activity \(title) again; \(fix)"
    }
}
