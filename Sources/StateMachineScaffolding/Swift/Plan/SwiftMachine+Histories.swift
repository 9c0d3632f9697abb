// What the plan says of histories: where each of them is stored, which value it stores, and which
// entries read it.

extension SwiftMachine {
    /// Names the property that stores each history.
    mutating func nameHistories() throws(ChartError) {
        for (index, node) in tree.nodes.numbered where !node.histories.isEmpty && index > .root {
            let kinds = node.histories.map { tree.kind($0) }
            for history in node.histories {
                let kind = tree.kind(history)
                let suffix =
                    kinds.count == 1 ? "History" : kind == .history(isDeep: true) ? "DeepHistory" : "ShallowHistory"
                // Histories of one kind differ in their own names.
                let isAlone = kinds.filter { $0 == kind }.count == 1
                let own = state(history).key ?? state(history).id
                histories[history] =
                    SwiftName.lower(node.state.id, kind: "state")
                    + (isAlone ? suffix : SwiftName.upper(own, kind: "History"))
            }
        }
        var properties = Dictionary(
            uniqueKeysWithValues: (outerRegions.map { tree.nodes[$0].children } ?? []).map { (cases[$0], $0) }
        )
        for (history, property) in histories.sorted(by: { $0.key < $1.key }) {
            if let other = properties.updateValue(history, forKey: property) {
                throw collision(of: state(other).id, with: state(history).id, as: property, at: state(history).position)
            }
        }
    }

    /// The histories with the properties that store them.
    var storedHistories: [(history: StateID, property: String)] {
        histories.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the name of the variable for a stored value during its entry.
    func stored(_ type: String) -> String { "stored\(type)" }

    /// Returns the name of the method that stores a history.
    func keeper(of history: StateID) -> String {
        let property = histories[history] ?? ""
        return "keep" + property.prefix(1).uppercased() + property.dropFirst()
    }

    /// The machine while no history is stored.
    ///
    /// A state that begins with a history then begins with the history's default targets.
    var beforeHistory: SwiftMachine {
        var machine = self
        machine.histories = [:]
        return machine
    }

    /// Returns the value that a history stores, from the value of the enclosing state.
    ///
    /// A shallow history stores only the active child, with the child's own beginning.
    func storedValue(of history: StateID, _ value: SwiftExpression) -> SwiftExpression {
        guard tree.kind(history) != .history(isDeep: true), let node = tree.nodes[history].parent else { return value }
        guard tree.kind(node) == .compound else { return entryOfRegions(node, for: []).value ?? value }
        let isPlain = tree.nodes[node].children.allSatisfy { types[$0] == nil }
        return isPlain ? value : .member(value, "withoutInnerStates")
    }

    /// Returns the entry into a state if a target is its history.
    func storedEntry(inside node: StateID, for targets: [StateID]) -> Entry? {
        guard let history = targets.first(where: { tree.nodes[node].histories.contains($0) }) else { return nil }
        let usual =
            tree.kind(node) == .parallel
            ? entryOfRegions(node, for: tree.nodes[history].initial)
            : entry(inside: node, for: tree.nodes[history].initial)
        // Nothing is stored for some histories, for example because the root is never exited.
        guard let property = histories[history] else { return usual }
        let value = SwiftExpression.coalescing(.name(property), usual.value ?? .nil)
        guard hasActions(inside: node, \.entryActions) else {
            return Entry(value: value, preparation: usual.preparation)
        }
        let name = stored(types[node] ?? "")
        return Entry(
            value: .name(name),
            actions: ActionList(expression: .member(.name(name), "entryActions")),
            preparation: usual.preparation + [.constant(name, value)]
        )
    }
}

// Histories that would store what cannot be restored.

extension SwiftMachine {
    /// Rejects a history that the generated rules cannot restore as in the diagram.
    func rejectUnsupported(_ node: StateID) throws(ChartError) {
        guard case .history = state(node).kind, let parent = tree.nodes[node].parent else { return }
        // The value stored with a child would depend on the history stored at that time.
        if tree.kind(node) == .history(isDeep: false),
            let inner = (parent...tree.nodes[parent].last).dropFirst()
                .first(where: { !tree.isHistory($0) && beginsWithHistory($0) })
        {
            throw ChartError(
                state(node).position,
                "the history “\(state(node).id)” is shallow, but “\(state(inner).id)”, which it may restore, begins with another history",
                fix: "make “\(state(node).id)” a deep history"
            )
        }
        if let completed = completedState(in: node) {
            let id = state(completed).id
            throw ChartError(
                state(node).position,
                "the history “\(state(node).id)” may restore the final state of “\(id)”, and the machine "
                    + "would take the transition for the completion of “\(id)” (done.state.\(id)) again",
                fix: "let the event that completes “\(id)” lead to the target of this transition"
            )
        }
    }

    private func beginsWithHistory(_ node: StateID) -> Bool { tree.nodes[node].initial.contains(where: tree.isHistory) }

    /// Rejects a transition to the history of a state around its source, unless it always exits the
    /// same states.
    func rejectUnsupported(_ edge: ChartTree.Edge) throws(ChartError) {
        let transition = edge.transition
        for target in edge.targets where tree.isHistory(target) {
            guard let parent = tree.nodes[target].parent, tree.isInside(edge.source, parent) else { continue }
            guard edge.targets.count == 1, alwaysLeaves(edge, to: target, of: parent) else {
                throw ChartError(
                    transition.position,
                    "a transition from inside “\(state(parent).id)” leads to the history of that state",
                    expected: "a transition from outside that state, or a state as the target"
                )
            }
        }
    }

    /// Returns whether a transition to an enclosing state's history always exits the same states.
    ///
    /// If the exited states depend on the stored history, SCXML's algorithm may enter a state again
    /// that it has not exited.
    private func alwaysLeaves(_ edge: ChartTree.Edge, to history: StateID, of parent: StateID) -> Bool {
        let initial = tree.nodes[history].initial
        let isChild = tree.nodes[edge.source].parent == parent && !edge.transition.isInternal
        guard tree.kind(parent) == .compound else {
            // A stored region differs from the region of the source.
            let region = tree.child(of: parent, around: edge.source)
            let isElsewhere = initial.contains { tree.child(of: parent, around: $0) != region }
            return tree.nodes[parent].children.count > 1 && (isChild || isElsewhere)
        }
        let isShallow = tree.kind(history) == .history(isDeep: false)
        return isChild || isShallow && initial.allSatisfy { tree.nodes[$0].parent == parent && !tree.isHistory($0) }
    }

    /// Returns a state whose final state a history may restore, and whose completion a transition
    /// handles.
    private func completedState(in history: StateID) -> StateID? {
        guard let parent = tree.nodes[history].parent else { return nil }
        let isDeep = tree.kind(history) == .history(isDeep: true)
        let inside = parent...tree.nodes[parent].last
        return completions.first { completed in
            guard inside.contains(completed) else { return false }
            // The history stores which state was active directly inside, even if it was final.
            if completed == parent { return true }
            return isDeep ? !alwaysMovesOn(from: completed, inside: parent) : beginsAtAnEnd(completed)
        }
    }

    /// Returns whether a state, or a state inside it, begins with a final state.
    private func beginsAtAnEnd(_ completed: StateID) -> Bool {
        (completed...tree.nodes[completed].last).contains { node in
            tree.nodes[node].initial.contains { tree.kind($0) == .final }
        }
    }

    /// Returns whether a state is never at its end when the machine exits a state around it.
    ///
    /// This is so if a transition to another state inside follows each end, and nothing else can
    /// come first: no other region and no transition without an event.
    private func alwaysMovesOn(from completed: StateID, inside outer: StateID) -> Bool {
        guard tree.nodes.indices.allSatisfy({ tree.kind($0) != .parallel }),
            tree.edges.allSatisfy({ !$0.transition.events.isEmpty })
        else { return false }
        let completion = EventDescriptor.completion + state(completed).id
        let edges = tree.edges.filter { edge in edge.transition.events.contains { $0.matches(completion) } }
        let leave = edges.allSatisfy { edge in
            guard edge.source == completed, let domain = tree.domain(of: edge) else { return false }
            return domain != completed && (domain == outer || tree.isInside(domain, outer))
        }
        return leave && tree.isOneAlwaysTaken(edges)
    }
}
