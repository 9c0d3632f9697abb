import StateMachines

extension StateGraph {
    /// Returns the suspicious places in the definition, each of them only once.
    ///
    /// ```swift
    /// for finding in graph.findings() { print(finding) }
    /// // Nothing is handled in data: it is an end.
    /// ```
    ///
    /// If states with equal cases and `Bool` values share a problem, the finding names the one
    /// nearest to the initial states.
    ///
    /// Findings report declared cases that the graph lacks:
    /// - Cases of state enums and of enums that are nested states. For a `CaseIterable` enum, these
    ///   are the cases in `allCases`; for any other enum, the declared cases. If the graph was
    ///   explored with a key or the program was built without reflection metadata, only
    ///   `CaseIterable` enums are checked. Cases of other payloads are not checked. A case that the
    ///   machine leaves within the event that enters it, such as a nested machine's end or a case
    ///   in `passingStates`, is not reported.
    /// - Event cases that no sample event has, among the cases of the event type and of nested
    ///   states' event types. This check requires a graph without a key.
    ///
    /// Outside a constraint, the machine may reach further cases, handle further events and reject
    /// some for further reasons. If the graph has a constraint, there are therefore no findings
    /// about unreachable cases, unhandled events and unused reasons, and states outside the
    /// constraint are never dead ends. An activity is assumed to be able to end there.
    ///
    /// Nesting levels of payloads that many states share are checked only once. States that differ
    /// only beyond 100 levels share one finding if they are dead ends, or if none of their events
    /// leads to another state.
    ///
    /// - Complexity: One call of `handleEvent` for each edge, and O(*e*) for each activity, where
    ///   *e* is the number of edges that leave states with the activity. For each state, this
    ///   method also hashes the payloads at the nesting levels 8, 16, 32 and so on. If a case is
    ///   missing, it reads every state by reflection to look for passing states, and calls
    ///   `handleEvent` again for each edge that leaves a state with a nested machine.
    public func findings() -> [Finding] { findings(passing: passingParts).map(\.finding) }

    /// Returns the findings, each with the case that it reports as missing.
    ///
    /// - Parameter passing: ``passingParts``, which takes time and is needed only if a case is
    ///   missing.
    package func findings(
        passing: @autoclosure () -> [ValueName.Part]
    ) -> [(finding: Finding, missing: TypedCase?)] {
        var linter = GraphLinter(self)
        var edges = EdgeScreen<Definition>()
        if !keepsWords { linter.lookForPackingChanges() }
        while let halt = screen(self, &edges) { look(at: halt, &linter, &edges) }
        for state in states {
            if linter.hasCountedCases { break }
            linter.countCases(of: state)
        }
        return linter.findings(passing: passing) + endlessActivities().map { ($0, nil) }
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
        // The events of a final state are not inspected, so they provide no information.
        if isHandled.count == events.count, !isCut(halt.id), !states[halt.id].isFinal {
            edges.learn(events, isHandled: isHandled)
        }
    }

    /// Returns findings for activities that never end.
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

    /// Returns the nearest states from which an activity never ends.
    ///
    /// A state is omitted if a path connects it with an earlier state or if both lead to a common
    /// state.
    ///
    /// - Parameters:
    ///   - ids: The states with the activity, nearest first.
    ///   - predecessors: The predecessors in this graph.
    private func endlessBeginnings(of ids: [Int], _ predecessors: Predecessors) -> [Int] {
        let active = Set(ids)
        // Search backward from the states in which an event exits the activity.
        var ending = Set(
            ids.filter { id in
                isCut(id) || successors(of: id).contains { $0 != .rejected && !active.contains(Int($0)) }
            }
        )
        predecessors.search(from: ending) { active.contains($0) && ending.insert($0).inserted }
        var seen: Set<Int> = []
        return ids.filter { id in !ending.contains(id) && isApart(id, from: &seen) }
    }

    /// Marks the states that a state leads to as seen, and returns whether none was seen before.
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
