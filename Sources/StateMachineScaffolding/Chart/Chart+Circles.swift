extension Chart {
    /// Whether transitions without an event can follow each other forever.
    var hasCircleWithoutEvents: Bool {
        var targets: [String: [String]] = [:]
        func add(_ state: State) {
            targets[state.id] = state.transitions.filter(\.events.isEmpty).flatMap(\.targets)
            for child in state.children { add(child) }
        }
        add(root)
        var isOpen: [String: Bool] = [:]
        func leadsBack(_ id: String) -> Bool {
            if let isOpen = isOpen[id] { return isOpen }
            isOpen[id] = true
            defer { isOpen[id] = false }
            return targets[id, default: []].contains(where: leadsBack)
        }
        return targets.keys.contains(where: leadsBack)
    }
}
