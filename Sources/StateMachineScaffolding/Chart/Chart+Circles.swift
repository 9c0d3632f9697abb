extension Chart {
    /// The states that transitions without an event leave and enter again, so the machine could
    /// take them forever.
    var circleWithoutEvents: Set<String> {
        var targets: [String: [String]] = [:]
        func add(_ state: State) {
            let next = state.transitions.filter(\.events.isEmpty).flatMap(\.targets)
            if !next.isEmpty { targets[state.id] = next }
            for child in state.children { add(child) }
        }
        add(root)
        return Set(targets.keys).filter { start in
            reach(from: targets[start] ?? []) { targets[$0] ?? [] }.contains(start)
        }
    }
}
