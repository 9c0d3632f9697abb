extension MachineWriter {
    /// The events that contain a time and start no timer.
    package var timeNotes: [String] {
        let waits = Set(tree.nodes.flatMap(\.state.waits.values).map(\.event))
        return machine.events.map(\.diagram).filter { event in
            !waits.contains(event) && event.contains(/\b[0-9]+ ?(?:ms|s|secs?|seconds?|mins?|minutes?|h|hours?)\b/)
        }.map { event in
            "note: “\(event.prefix(60))” contains a time, but no activity waits for it; "
                + "for an activity, write, for example, “after 30 s”"
        }
    }

    /// The transitions that can enter a state again, in which its activities continue.
    package var restartNotes: [String] {
        var notes: [String] = []
        for edge in tree.edges {
            guard let domain = tree.domain(of: edge), let event = edge.transition.events.first?.name else { continue }
            for node in tree.possiblyEntered(by: edge).sorted()
            where tree.isInside(node, domain) && tree.canBeActive(node, with: edge.source) {
                let state = tree.nodes[node].state
                for activity in state.activities {
                    let note = restartNote(of: activity, in: state, after: event)
                    if !notes.contains(note) { notes.append(note) }
                }
            }
        }
        return notes
    }

    private func restartNote(of activity: String, in state: Chart.State, after event: String) -> String {
        let name = event.isEmpty ? "any event" : "“\(event)”"
        let fix = "does not start the activity “\(activity.prefix(60))” again; to restart it, add a "
        return state.waits[activity]?.event == event
            ? "note: \(name) happens only once, because it enters “\(state.id)” again and \(fix)Bool to its payload "
                + "that is different each time"
            : "note: \(name) can enter “\(state.id)” again, but \(fix)counter to its payload"
    }
}
