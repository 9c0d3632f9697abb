import StateMachines

/// Collects findings while all states and edges go by.
struct Survey<Definition: FiniteStateDefinition> {
    typealias Graph = StateGraph<Definition>

    private let graph: Graph
    private var ends: [Graph.Finding] = []
    private var defects: [Graph.Finding] = []
    private var activities: [Graph.Finding] = []
    private var reported: Set<[[String]]> = []

    private var events: [SampleEvent] = []
    private var eventIndices: [[String]: Int] = [:]
    /// The same indices again: finding one of these takes no reflection.
    private var hashedEventIndices: [AnyHashable: Int] = [:]

    private var cases: CaseCensus<Definition>

    /// What becomes of the events of the present state.
    private var isAnyAccepted = false
    private var isAnyNew = false
    private var offered: Set<Int> = []

    private struct SampleEvent {
        let path: [String]
        var isAccepted = false
        var firstWithout: Graph.Node?
    }

    init(_ graph: Graph) {
        self.graph = graph
        cases = CaseCensus(of: graph)
    }

    var findings: [Graph.Finding] {
        let unoffered = events.compactMap { event in
            event.firstWithout.map { Graph.Finding.notOffered(event: event.path, $0) }
        }
        let unreachable = cases.missing.map { Graph.Finding.unreachable(type: $0.type, caseName: $0.caseName) }
        let unaccepted = events.filter { !$0.isAccepted }.map { Graph.Finding.neverAccepted(event: $0.path) }
        return defects + unoffered + unreachable + ends + unaccepted + activities
    }

    /// Looks at an edge: those of one state after the other.
    mutating func look(at edge: Graph.Edge, firstLedTo successor: UInt32) {
        let index = index(of: edge.event, in: edge.source)
        offered.insert(index)

        var state = edge.source.state
        let isAccepted = (try? state.handleEvent(edge.event)) != nil
        let target: UInt32? = isAccepted ? graph.node(of: state).map { UInt32($0.id) } : .rejected
        if isAccepted != edge.isAccepted || target != successor {
            report(.unpredictable(edge), in: \.defects, "unpredictable", of: edge.source, and: events[index].path)
        } else if !isAccepted, state != edge.source.state {
            let finding = Graph.Finding.rejectionChangedState(edge, to: state)
            report(finding, in: \.defects, "changed", of: edge.source, and: events[index].path)
        }
        guard isAccepted else { return }
        events[index].isAccepted = true
        isAnyAccepted = true
        if edge.target != edge.source { isAnyNew = true }
        lookAtActivities(of: edge)
    }

    /// Looks at a state, after all its edges.
    mutating func look(at node: Graph.Node) {
        if !isAnyAccepted {
            report(.deadEnd(node), in: \.ends, "end", of: node)
        } else if !isAnyNew {
            report(.nothingNew(node), in: \.ends, "nothing new", of: node)
        }
        for index in events.indices where events[index].firstWithout == nil && !offered.contains(index) {
            events[index].firstWithout = node
        }
        (isAnyAccepted, isAnyNew, offered) = (false, false, [])
        cases.count(node.state)

        var seen: Set<Definition.Activity> = []
        for activity in node.state.activities where !seen.insert(activity).inserted {
            report(.duplicateActivity(activity, node), in: \.activities, once: ["twice"], Name(of: activity).path)
        }
    }

    private mutating func index(of event: Definition.Event, in node: Graph.Node) -> Int {
        let hashable = event as? AnyHashable
        if let hashable, let index = hashedEventIndices[hashable] { return index }

        let path = Name(of: event).path
        let index = eventIndices[path] ?? events.count
        if index == events.count {
            eventIndices[path] = index
            // An event that is new in a later state was not among the samples of the first one.
            events.append(SampleEvent(path: path, firstWithout: node.id == 0 ? nil : graph.node(0)))
        }
        if let hashable { hashedEventIndices[hashable] = index }
        return index
    }

    private mutating func lookAtActivities(of edge: Graph.Edge) {
        guard !edge.exited.isEmpty else { return }
        let before = edge.source.state.activities.uniqued()
        guard before.count > edge.exited.count else { return }
        let depth = Name(of: edge.source.state).depthOfRegions
        for (place, activity) in before.enumerated() where !edge.exited.contains(activity) {
            let neighbours = before[..<place].filter { areNeighbours($0, activity, depth: depth) }
            guard let exited = neighbours.last(where: edge.exited.contains) else { continue }
            let finding = Graph.Finding.outlives(activity, exited: exited, edge)
            report(finding, in: \.activities, once: Name(of: activity).path, Name(of: exited).path)
        }
    }

    /// Regions list their activities one after the other, each wrapped in a case of its own.
    private func areNeighbours(_ one: Definition.Activity, _ other: Definition.Activity, depth: Int?) -> Bool {
        guard let depth else { return true }
        let (one, other) = (Name(of: one).path, Name(of: other).path)
        guard min(one.count, other.count) > depth, one.prefix(depth) == other.prefix(depth) else { return true }
        return one[depth] == other[depth]
    }

    private mutating func report(
        _ finding: Graph.Finding,
        in list: WritableKeyPath<Self, [Graph.Finding]>,
        _ kind: String,
        of node: Graph.Node,
        and event: [String] = []
    ) {
        report(finding, in: list, once: [kind], Name(of: node.state).path, event)
    }

    private mutating func report(
        _ finding: Graph.Finding,
        in list: WritableKeyPath<Self, [Graph.Finding]>,
        once key: [String]...
    ) {
        if reported.insert(key).inserted { self[keyPath: list].append(finding) }
    }
}

extension Name {
    /// Inside how many cases the regions of a state are; nothing for a state without regions.
    fileprivate var depthOfRegions: Int? {
        if regions.count > 1 { return 0 }
        return regions.first?.name.depthOfRegions.map { $0 + (caseName == nil ? 0 : 1) }
    }
}
