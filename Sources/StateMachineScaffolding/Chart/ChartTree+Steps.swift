// Steps are the transitions that the machine takes by itself: those without an event, and those for
// the completion of a state.

extension ChartTree {
    /// The transitions without an external event.
    var steps: [EdgeID] {
        let completions = awaitedCompletions.map { EventDescriptor.completion + nodes[$0].state.id }
        return edges.indices.filter { index in
            let events = edges[index].transition.events
            return events.isEmpty || completions.contains { completion in events.contains { $0.matches(completion) } }
        }
    }

    /// Returns the steps that may directly follow each step.
    ///
    /// - Parameter ends: The final states that no history stores.
    func following(of steps: [EdgeID], unstored ends: Set<StateID> = []) -> [EdgeID: [EdgeID]] {
        let possible = StepsByState(steps, in: self)
        let following = steps.map { step in
            possible.after(entering: possiblyEntered(by: edges[step], unstored: ends), in: self)
        }
        return Dictionary(uniqueKeysWithValues: zip(steps, following))
    }

    /// Returns for each event the guards of the steps that may follow it before the next event.
    func guardsOfSteps(after events: [String]) -> [[String]] {
        let steps = steps
        let guards = steps.map { edges[$0].transition.condition?.guards ?? [] }
        guard guards.contains(where: { !$0.isEmpty }) else { return events.map { _ in [] } }
        let possible = StepsByState(steps, in: self)
        let ends = handledEnds
        let following = following(of: steps, unstored: ends)
        let waiting = steps.filter { edges[$0].transition.events.isEmpty && !isLeftAtOnce(edges[$0].source) }
        let first = NumberedList<EdgeID, [EdgeID]>(
            edges.map { edge in
                possible.after(entering: possiblyEntered(by: edge, unstored: ends), in: self)
                    + waiting.filter { mayStayActive(edges[$0].source, during: edge) }
            }
        )
        return events.map { event in
            let next = edges.indices.flatMap { index in
                edges[index].transition.events.contains { $0.matches(event) } ? first[index] : []
            }
            let found = Self.all(from: next, following)
            return zip(steps, guards).flatMap { found.contains($0) ? $1 : [] }
        }
    }

    /// The guards of the steps that may follow the beginning, before the first event.
    var guardsAtBeginning: [String] {
        let steps = steps
        let possible = StepsByState(steps, in: self)
        let ends = handledEnds
        let following = following(of: steps, unstored: ends)
        let first = ([nodes[.root].initial] + otherBeginnings).flatMap { targets in
            let position = nodes[.root].state.position
            let beginning = Chart.Transition(events: [], targets: [], isInternal: true, position: position)
            let edge = Edge(transition: beginning, source: .root, targets: targets)
            let entered = possiblyEntered(by: edge, unstored: ends)
            return possible.after(entering: entered, in: self)
        }
        return Self.all(from: first, following).sorted().flatMap { edges[$0].transition.condition?.guards ?? [] }
    }

    /// Returns some steps and all that may follow them.
    private static func all(from first: [EdgeID], _ following: [EdgeID: [EdgeID]]) -> Set<EdgeID> {
        var found: Set<EdgeID> = []
        var waiting = first
        while let step = waiting.popLast() {
            if found.insert(step).inserted { waiting += following[step] ?? [] }
        }
        return found
    }

    /// Returns whether one of some transitions is taken, whatever their conditions are.
    func isOneAlwaysTaken(_ edges: [Edge]) -> Bool {
        Condition.any(edges.map { $0.transition.condition ?? .constant(true) }).value(ifNoneOf: []) == true
    }

    /// Returns whether a state is never active before an event, because it always has a transition
    /// without an event.
    func isLeftAtOnce(_ node: StateID) -> Bool {
        isOneAlwaysTaken(
            nodes[node].transitions.map { edges[$0] }.filter { $0.transition.events.isEmpty && !$0.targets.isEmpty }
        )
    }

    /// Returns whether a state can be active before and after a transition.
    private func mayStayActive(_ node: StateID, during edge: Edge) -> Bool {
        if node == edge.source || isInside(node, edge.source) {
            return edge.targets.isEmpty || node == edge.source && domain(of: edge) == node
        }
        if isInside(edge.source, node) { return domain(of: edge).map { $0 == node || isInside($0, node) } ?? true }
        guard let common = parallel(separating: node, edge.source) else { return false }
        return domain(of: edge).map { !isInside(common, $0) } ?? true
    }

    /// The final states whose entry a transition handles.
    ///
    /// The writer refuses a history that may store one.
    private var handledEnds: Set<StateID> {
        Set(awaitedCompletions.flatMap { nodes[$0].children }.filter { kind($0) == .final })
    }

    /// Returns all states that a transition may enter, for any contents of histories.
    ///
    /// - Parameter ends: The final states that no history stores.
    func possiblyEntered(by edge: Edge, unstored ends: Set<StateID> = []) -> Set<StateID> {
        guard let domain = domain(of: edge) else { return [] }
        var result: Set<StateID> = []
        func enter(_ node: StateID) {
            if isHistory(node) {
                guard let parent = nodes[node].parent else { return }
                result.formUnion((parent...nodes[parent].last).filter { !ends.contains($0) })
                return
            }
            guard result.insert(node).inserted else { return }
            switch kind(node) {
            case .compound: for child in nodes[node].initial { enterWithAncestors(child, below: node) }
            case .parallel: for child in nodes[node].children { enter(child) }
            case .atomic, .final, .history: break
            }
        }
        func enterWithAncestors(_ node: StateID, below outer: StateID) {
            enter(node)
            for ancestor in ancestors(of: node).prefix(while: { $0 != outer }) {
                result.insert(ancestor)
                if kind(ancestor) == .parallel { for child in nodes[ancestor].children { enter(child) } }
            }
        }
        for target in edge.targets { enterWithAncestors(target, below: domain) }
        // The source stays active, so its transitions can follow as well.
        if domain == edge.source { result.insert(domain) }
        return result
    }
}

/// Steps by the states whose entry makes them possible.
private struct StepsByState {
    /// The steps without an event, by their sources.
    private var own: [StateID: [EdgeID]] = [:]
    /// The steps that follow completions, by the completed states.
    private var completions: [StateID: [EdgeID]] = [:]

    init(_ steps: [EdgeID], in tree: ChartTree) {
        let awaited = tree.awaitedCompletions
        for step in steps {
            let events = tree.edges[step].transition.events
            if events.isEmpty { own[tree.edges[step].source, default: []].append(step) }
            for completed in awaited {
                let event = EventDescriptor.completion + tree.nodes[completed].state.id
                if events.contains(where: { $0.matches(event) }) { completions[completed, default: []].append(step) }
            }
        }
    }

    /// Returns the steps that the entry of some states makes possible.
    func after(entering states: Set<StateID>, in tree: ChartTree) -> [EdgeID] {
        let steps = states.flatMap { state -> [EdgeID] in
            guard tree.kind(state) == .final, let parent = tree.nodes[state].parent else { return own[state] ?? [] }
            let around = [parent] + [tree.nodes[parent].parent].compactMap { $0 }
            return around.flatMap { completions[$0] ?? [] }
        }
        return Set(steps).sorted()
    }
}
