import StateMachines

extension StateGraph {
    /// What may be wrong with the definition, each thing once, with the nearest state that shows it.
    ///
    /// ```swift
    /// for finding in graph.findings() { print(finding) }
    /// // Nothing is handled in data: it is an end.
    /// ```
    ///
    /// That a case cannot be reached is only seen where the type, or that of a state inside it, is `CaseIterable`.
    ///
    /// - Complexity: One call of `handleEvent` for each edge, and O(*e*) steps for each activity, with *e* edges.
    public func findings() -> [Finding] {
        var survey = Survey(self)
        for node in nodes {
            for edge in edges(from: node) { survey.look(at: edge) }
            survey.look(at: node)
        }
        return survey.findings + endlessActivities()
    }

    /// Activities that some state has and no state reachable from there is without.
    private func endlessActivities() -> [Finding] {
        var order: [Definition.Activity] = []
        var holders: [Definition.Activity: [Int]] = [:]
        for node in nodes {
            for activity in node.state.activities.uniqued() {
                if holders[activity] == nil { order.append(activity) }
                holders[activity, default: []].append(node.id)
            }
        }
        guard !order.isEmpty else { return [] }

        let sources = predecessors()
        var reported: Set<[String]> = []
        return order.compactMap { activity in
            let ids = holders[activity, default: []]
            let active = Set(ids)
            // Backwards from the states out of which an event leads that ends the activity.
            var ending = Set(
                ids.filter { successors(of: $0).contains { $0 != .rejected && !active.contains(Int($0)) } }
            )
            var queue = Array(ending)
            while let id = queue.popLast() {
                for source in sources[id] where active.contains(Int(source)) && ending.insert(Int(source)).inserted {
                    queue.append(Int(source))
                }
            }
            guard let id = ids.first(where: { !ending.contains($0) }), reported.insert(Name(of: activity).path).inserted
            else { return nil }
            return .neverExited(activity, node(id))
        }
    }

    private func predecessors() -> [[UInt32]] {
        var sources: [[UInt32]] = Array(repeating: [], count: states.count)
        for id in states.indices {
            for successor in successors(of: id) where successor != .rejected {
                sources[Int(successor)].append(UInt32(id))
            }
        }
        return sources
    }
}

/// Collects findings while all states and edges go by.
private struct Survey<Definition: FiniteStateDefinition> {
    typealias Graph = StateGraph<Definition>

    private let graph: Graph
    private var ends: [Graph.Finding] = []
    private var defects: [Graph.Finding] = []
    private var activities: [Graph.Finding] = []

    private var acceptance: [(event: [String], isAccepted: Bool)] = []
    private var eventIndices: [[String]: Int] = [:]
    private var offers: [Set<Int>] = []
    private var reported: Set<[[String]]> = []

    /// What becomes of the events of the present state.
    private var isAnyAccepted = false
    private var isAnyNew = false
    private var offered: Set<Int> = []

    init(_ graph: Graph) {
        self.graph = graph
    }

    var findings: [Graph.Finding] {
        let unreachable = unreachableCases.map { Graph.Finding.unreachable(type: $0.type, caseName: $0.caseName) }
        let unaccepted = acceptance.filter { !$0.isAccepted }.map { Graph.Finding.neverAccepted(event: $0.event) }
        let unoffered = acceptance.indices.compactMap { index in
            offers.firstIndex { !$0.contains(index) }.map {
                Graph.Finding.notOffered(event: acceptance[index].event, graph.node($0))
            }
        }
        return defects + unoffered + unreachable + ends + unaccepted + activities
    }

    /// Looks at an edge: those of one state after the other.
    mutating func look(at edge: Graph.Edge) {
        let source = Name(of: edge.source.state)
        let event = Name(of: edge.event).path
        let index = eventIndices[event] ?? acceptance.count
        if index == acceptance.count {
            eventIndices[event] = index
            acceptance.append((event, false))
        }
        offered.insert(index)

        var state = edge.source.state
        let isAccepted = (try? state.handleEvent(edge.event)) != nil
        if isAccepted != edge.isAccepted || isAccepted && graph.node(of: state)?.id != edge.target.id {
            report(.unpredictable(edge), in: \.defects, once: ["unpredictable"], source.path, event)
        } else if !isAccepted, state != edge.source.state {
            report(.rejectionChangedState(edge, to: state), in: \.defects, once: ["changed"], source.path, event)
        }
        guard isAccepted else { return }
        acceptance[index].isAccepted = true
        isAnyAccepted = true
        if edge.target != edge.source { isAnyNew = true }
        lookAtActivities(of: edge)
    }

    /// Looks at a state, after all its edges.
    mutating func look(at node: Graph.Node) {
        let path = Name(of: node.state).path
        if !isAnyAccepted {
            report(.deadEnd(node), in: \.ends, once: ["end"], path)
        } else if !isAnyNew {
            report(.nothingNew(node), in: \.ends, once: ["nothing new"], path)
        }
        offers.append(offered)
        (isAnyAccepted, isAnyNew, offered) = (false, false, [])

        var seen: Set<Definition.Activity> = []
        for activity in node.state.activities where !seen.insert(activity).inserted {
            report(.duplicateActivity(activity, node), in: \.activities, once: ["twice"], Name(of: activity).path)
        }
    }

    private mutating func lookAtActivities(of edge: Graph.Edge) {
        guard !edge.exited.isEmpty else { return }
        let hasRegions = Name(of: edge.source.state).regions.count > 1
        let before = edge.source.state.activities.uniqued()
        for (place, activity) in before.enumerated() where !edge.exited.contains(activity) {
            // Regions list their activities one after the other, each wrapped in a case of its own.
            let neighbours = before[..<place].filter { neighbour in
                !hasRegions || Name(of: neighbour).caseName == Name(of: activity).caseName
            }
            guard let exited = neighbours.last(where: edge.exited.contains) else { continue }
            let finding = Graph.Finding.outlives(activity, exited: exited, edge)
            report(finding, in: \.activities, once: Name(of: activity).path, Name(of: exited).path)
        }
    }

    private mutating func report(
        _ finding: Graph.Finding,
        in list: WritableKeyPath<Self, [Graph.Finding]>,
        once key: [String]...
    ) {
        if reported.insert(key).inserted { self[keyPath: list].append(finding) }
    }

    private var unreachableCases: [(type: String, caseName: String)] {
        guard let type = Definition.self as? any CaseIterable.Type else { return [] }
        func cases<All: CaseIterable>(of type: All.Type) -> [Definition] {
            type.allCases.compactMap { $0 as? Definition }
        }
        return cases(of: type).filter { graph.node(of: $0) == nil }.map {
            ("\(Definition.self)", Name(of: $0).caseName ?? "\($0)")
        }
    }
}
