/// The selection of enabled transitions and the resolution of conflicts between them.
extension ChartInterpreter {
    func selectTransitions(_ event: String?, _ guards: [String: Bool]) -> [Transition] {
        var enabled: [Transition] = []
        for state in configuration.sorted() where isAtomic(state) {
            search: for source in [state] + properAncestors(state, upTo: nil) {
                for (order, content) in nodes[source].state.transitions.enumerated() {
                    let isForEvent =
                        event.map { name in content.events.contains { nameMatch($0, name) } } ?? content.events.isEmpty
                    guard isForEvent, conditionMatch(content.condition, guards) else { continue }
                    let transition = Transition(source: source, order: order, content: content)
                    if !enabled.contains(transition) { enabled.append(transition) }
                    break search
                }
            }
        }
        return removeConflictingTransitions(enabled)
    }

    func removeConflictingTransitions(_ enabled: [Transition]) -> [Transition] {
        var filtered: [Transition] = []
        for t1 in enabled {
            var isPreempted = false
            var transitionsToRemove: [Transition] = []
            for t2 in filtered where !computeExitSet([t1]).isDisjoint(with: computeExitSet([t2])) {
                if isDescendant(t1.source, t2.source) {
                    transitionsToRemove.append(t2)
                } else {
                    isPreempted = true
                    break
                }
            }
            guard !isPreempted else { continue }
            filtered.removeAll { transitionsToRemove.contains($0) }
            filtered.append(t1)
        }
        return filtered
    }

    /// Returns whether a descriptor matches an event by its tokens (3.12.1).
    ///
    /// A descriptor that is not from SCXML matches only its own event.
    func nameMatch(_ descriptor: EventDescriptor, _ event: String) -> Bool {
        let tokens = descriptor.name.split(separator: ".", omittingEmptySubsequences: true)
        return descriptor.isPrefix
            ? event.split(separator: ".", omittingEmptySubsequences: false).starts(with: tokens)
            : event == descriptor.name
    }

    func conditionMatch(_ condition: Condition?, _ guards: [String: Bool]) -> Bool {
        switch condition {
        case nil: true
        case .constant(let value): value
        case .isIn(let id): indices[id].map { configuration.contains($0) } ?? false
        case .guard(let name): guards[name] ?? false
        case .not(let condition): !conditionMatch(condition, guards)
        case .all(let conditions): conditions.allSatisfy { conditionMatch($0, guards) }
        case .any(let conditions): conditions.contains { conditionMatch($0, guards) }
        }
    }
}
