import StateMachines

extension StateGraph {
    /// What may be wrong with the definition, each thing once, with the nearest state that shows
    /// it.
    ///
    /// ```swift
    /// for finding in graph.findings() { print(finding) }
    /// // Nothing is handled in data: it is an end.
    /// ```
    ///
    /// That a case cannot be reached is seen of enums that are states, or states inside of states:
    /// what the type lists if it is `CaseIterable`, and otherwise what it declares. Cases of other
    /// payloads are not looked at. Neither are, where nothing is `CaseIterable`, those of a graph
    /// with a key, and of a program that is built without reflection metadata.
    ///
    /// In a graph with a constraint, findings say nothing of what happens outside of it: no state
    /// there is a dead end, no activity that goes on there is endless, and no case and no event is
    /// missing for certain.
    ///
    /// If payloads are nested deeply and many states share their inner levels, the findings look at
    /// these levels once. Dead ends that differ only deeper than a hundred levels are in one
    /// finding, and so are states where nothing new is handled.
    ///
    /// - Complexity: One call of `handleEvent` for each edge, and for each activity O(*e*) for the
    ///   edges of the states that have it. Each state hashes its payloads at the depths 8, 16, 32
    ///   and so on.
    public func findings() -> [Finding] {
        var linter = GraphLinter(self)
        var edges = EdgeScreen<Definition>()
        if !keepsWords { linter.lookForPackingChanges() }
        while let halt = screen(self, &edges) { look(at: halt, &linter, &edges) }
        for state in states {
            if linter.hasCountedCases { break }
            linter.countCases(of: state)
        }
        return linter.findings + endlessActivities()
    }

    private func look(
        at halt: EdgeScreen<Definition>.Halt,
        _ linter: inout GraphLinter<Definition>,
        _ edges: inout EdgeScreen<Definition>
    ) {
        linter.begin(node(halt.id))
        let (events, successors) = (states[halt.id].sampleEvents, successors(of: halt.id))
        var isHandled: [Bool] = []
        for index in 0..<min(events.count, successors.count) {
            let oddity = halt.oddity.flatMap { $0.position == index ? ($0.isHandled, $0.state) : nil }
            let successor = successors[successors.startIndex + index]
            isHandled.append(linter.look(at: events[index], firstLedTo: successor, oddity: oddity))
        }
        linter.end()
        // The events of a final state are not looked at, so nothing is learned from them.
        if isHandled.count == events.count, !isCut(halt.id), !states[halt.id].isFinal {
            edges.learn(events, isHandled: isHandled)
        }
    }

    /// Activities that some state has and no state reachable from there is without.
    private func endlessActivities() -> [Finding] {
        if Definition.Activity.self == Never.self { return [] }
        var order: [Definition.Activity] = []
        var holders: [Definition.Activity: [Int]] = [:]
        for node in nodes {
            for activity in node.state.activities.uniqued() {
                if holders[activity] == nil { order.append(activity) }
                holders[activity, default: []].append(node.id)
            }
        }
        guard !order.isEmpty else { return [] }

        let predecessors = Predecessors(of: self)
        var kinds: [[String]] = []
        var beginnings: [[String]: (activity: Definition.Activity, nodes: AlikeNodes<Definition>)] = [:]
        for activity in order {
            let found = endlessBeginnings(of: holders[activity, default: []], predecessors)
            guard !found.isEmpty else { continue }
            let path = ValueName(of: activity).path
            if beginnings[path] == nil { kinds.append(path) }
            for id in found { beginnings[path, default: (activity, AlikeNodes())].nodes.add(node(id)) }
        }
        return kinds.compactMap { beginnings[$0] }.flatMap { activity, nodes in
            nodes.findings { .neverExited(activity, $0, others: $1) }
        }
    }

    /// Of the states that have an activity, the first ones from which no path leads to a state
    /// without it.
    ///
    /// A state that is connected with an earlier one, by a path between them or to a common state,
    /// is not reported again.
    private func endlessBeginnings(of ids: [Int], _ predecessors: Predecessors) -> [Int] {
        let active = Set(ids)
        // Backwards from the states in which an event exits the activity.
        var ending = Set(
            ids.filter { id in
                isCut(id) || successors(of: id).contains { $0 != .rejected && !active.contains(Int($0)) }
            }
        )
        predecessors.search(from: ending) { active.contains($0) && ending.insert($0).inserted }
        var seen: Set<Int> = []
        return ids.filter { id in !ending.contains(id) && isApart(id, from: &seen) }
    }

    /// Whether no path from a state leads to one that was seen; all that it leads to are seen then.
    private func isApart(_ id: Int, from seen: inout Set<Int>) -> Bool {
        guard seen.insert(id).inserted else { return false }
        var (stack, found, isApart) = ([id], Set([id]), true)
        while let id = stack.popLast() {
            for successor in successors(of: id) where successor != .rejected {
                let next = Int(successor)
                if seen.insert(next).inserted {
                    found.insert(next)
                    stack.append(next)
                } else if !found.contains(next) {
                    isApart = false
                }
            }
        }
        return isApart
    }
}
