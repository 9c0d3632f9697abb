/// The transitions, actions and activities of the machine itself.
extension XStateToChart {
    /// Adds the transitions and the activities of the machine itself to its outermost states.
    func distribute(_ machine: Chart.State, over root: inout Chart.State) throws(ChartError) {
        if let position = outline.nodes[0].config.optional("entry")?.position, !machine.entryActions.isEmpty {
            throw ChartError(
                position,
                "entry actions of the machine itself are not supported",
                fix: "move them to “entry” of a state around its initial state"
            )
        }
        guard machine.transitions.count * root.children.count <= Self.transitionLimit else {
            throw ChartError(
                root.position,
                "the machine has too many transitions of its own",
                expected: "fewer transitions"
            )
        }
        for index in root.children.indices {
            switch root.children[index].kind {
            case .history: break
            case .final:
                // At its end, XState performs the exit actions of all active states.
                root.children[index].entryActions += root.children[index].exitActions + machine.exitActions
                root.children[index].exitActions = []
            case .atomic, .compound, .parallel:
                root.children[index].activities = machine.activities + root.children[index].activities
                root.children[index].waits.merge(machine.waits) { $1 }
                let own = root.children[index].transitions.filter { $0.condition == nil }.map(\.events)
                for var transition in machine.transitions where !own.contains(transition.events) {
                    transition.isInternal = false
                    root.children[index].transitions.append(transition)
                }
            }
        }
    }
}
