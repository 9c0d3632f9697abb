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
    /// The same indices again, where events are `Hashable`: finding one of these takes no reflection.
    private var hashedEventIndices: [AnyHashable: Int] = [:]
    private let areEventsHashable = Definition.Event.self is any Hashable.Type

    private let isPacked = Definition.self is any PackedStateDefinition.Type

    private var cases: CaseCensus<Definition>

    private var present: Present?

    /// The present state, and what becomes of its events.
    private struct Present {
        let node: Graph.Node
        let activities: [Definition.Activity]
        var isAnyAccepted = false
        var isAnyNew = false
        var offered: Set<Int> = []
    }

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

    /// Begins with a state.
    mutating func begin(_ node: Graph.Node) {
        present = Present(node: node, activities: node.state.activities)
        if isPacked, let packed = node.state as? any PackedStateDefinition,
            let unpacked = packed.packedAndUnpacked as? Definition, unpacked != node.state
        {
            report(.packingChangesState(node, to: unpacked), in: \.defects, once: ["packing"])
        }
    }

    /// Tries an event in the present state once more, which had led to a state when the graph was made.
    mutating func look(at event: Definition.Event, firstLedTo successor: UInt32) {
        guard let node = present?.node else { return }
        let index = index(of: event, in: node)
        present?.offered.insert(index)

        var state = node.state
        let isAccepted = (try? state.handleEvent(event)) != nil
        let target: UInt32? = isAccepted ? graph.node(of: state).map { UInt32($0.id) } : .rejected
        if target != successor {
            let edge = graph.edge(from: node, event: event, successor: successor)
            report(.unpredictable(edge), in: \.defects, "unpredictable", of: node, and: events[index].path)
        } else if !isAccepted, state != node.state {
            let edge = graph.edge(from: node, event: event, successor: successor)
            let finding = Graph.Finding.rejectionChangedState(edge, to: state)
            report(finding, in: \.defects, "changed", of: node, and: events[index].path)
        }
        guard isAccepted else { return }
        events[index].isAccepted = true
        present?.isAnyAccepted = true
        if target.map(Int.init) != node.id { present?.isAnyNew = true }
        lookAtActivities(after: event, state: state, successor: successor)
    }

    /// Looks at the present state, after all its events.
    mutating func end() {
        guard let present else { return }
        let node = present.node
        if !present.isAnyAccepted {
            report(.deadEnd(node), in: \.ends, "end", of: node)
        } else if !present.isAnyNew {
            report(.nothingNew(node), in: \.ends, "nothing new", of: node)
        }
        for index in events.indices where events[index].firstWithout == nil && !present.offered.contains(index) {
            events[index].firstWithout = node
        }
        cases.count(node.state)

        var seen: Set<Definition.Activity> = []
        for activity in present.activities where !seen.insert(activity).inserted {
            report(.duplicateActivity(activity, node), in: \.activities, once: ["twice"], Name(of: activity).path)
        }
    }

    private mutating func index(of event: Definition.Event, in node: Graph.Node) -> Int {
        let hashable = areEventsHashable ? event as? AnyHashable : nil
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

    private mutating func lookAtActivities(after event: Definition.Event, state: Definition, successor: UInt32) {
        guard let present, !present.activities.isEmpty else { return }
        let exited = ActivityChange(from: present.activities, to: state.activities).exited
        let before = present.activities.uniqued()
        guard !exited.isEmpty, before.count > exited.count else { return }
        let depth = Name(of: present.node.state).depthOfRegions
        for (place, activity) in before.enumerated() where !exited.contains(activity) {
            let neighbours = before[..<place].filter { areNeighbours($0, activity, depth: depth) }
            guard let neighbour = neighbours.last(where: exited.contains) else { continue }
            let edge = graph.edge(from: present.node, event: event, successor: successor)
            let finding = Graph.Finding.outlives(activity, exited: neighbour, edge)
            report(finding, in: \.activities, once: Name(of: activity).path, Name(of: neighbour).path)
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

extension PackedStateDefinition {
    fileprivate var packedAndUnpacked: Self { Self(packed: packed) }
}

extension Name {
    /// Inside how many cases the regions of a state are; nothing for a state without regions.
    fileprivate var depthOfRegions: Int? {
        let own = caseName == nil ? 0 : 1
        return regions.count > 1 ? own : regions.first?.name.depthOfRegions.map { $0 + own }
    }
}
