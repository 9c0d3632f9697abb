import StateMachines

/// Collects findings from the states and edges of a graph.
struct GraphLinter<Definition: FiniteStateDefinition> {
    typealias Graph = StateGraph<Definition>

    private let graph: Graph
    private var deadEnds = AlikeNodes<Definition>()
    private var withoutNews = AlikeNodes<Definition>()
    private var defects: [Graph.Finding] = []
    private var activities: [Graph.Finding] = []
    private var reported: Set<[[String]]> = []

    private var events = SampleEventCoverage<Definition>()

    private var cases: CaseCoverage

    /// Paths of the activities that were compared.
    ///
    /// A lookup here needs no reflection.
    private var activityPaths: [Definition.Activity: [String]] = [:]

    private var present: Present?

    /// The current state and its events' outcomes.
    private struct Present {
        let node: Graph.Node
        let activities: [Definition.Activity]
        var isAnyHandled = false
        var isAnyNew = false
        var offered: Set<Int> = []
    }

    init(_ graph: Graph) {
        self.graph = graph
        cases = CaseCoverage(ofStatesIn: graph)
    }

    /// Returns the findings, each with the case that it reports as missing.
    func findings(passing: () -> [ValueName.Part]) -> [(finding: Graph.Finding, missing: TypedCase?)] {
        let unoffered = events.unoffered.map { Graph.Finding.notOffered(event: $0.path, $0.node) }
        // A case or an event that is missing here may occur outside the constraint.
        let isWhole = graph.cut.isEmpty
        let ends =
            deadEnds.findings { Graph.Finding.deadEnd($0, others: $1) }
            + withoutNews.findings { Graph.Finding.nothingNew($0, others: $1) }
        let unhandled = (isWhole ? events.unhandled : []).map { Graph.Finding.neverHandled(event: $0) }
        let reasons = isWhole ? graph.missingReasons : []
        let unused = reasons.map { Graph.Finding.reasonNeverGiven(type: $0.type, caseName: $0.caseName) }
        func withoutCase(_ findings: [Graph.Finding]) -> [(Graph.Finding, TypedCase?)] { findings.map { ($0, nil) } }
        return withoutCase(defects + unoffered) + (isWhole ? missing(passing) : [])
            + withoutCase(notPassing + ends + unhandled + unused + activities)
    }

    /// Returns the declared cases of states and events that the graph lacks.
    private func missing(_ passing: () -> [ValueName.Part]) -> [(Graph.Finding, TypedCase?)] {
        let states = cases.missing.map { (type: $0.type, case: TypedCase($0.type, $0.caseName)) }
        let expected = states.isEmpty ? [] : Set(passing().map(\.typedCase))
        let unreachable = states.filter { !expected.contains($0.case) }.map { missing in
            (
                Graph.Finding.unreachable(type: qualifiedName(of: missing.type), caseName: missing.case.name),
                missing.case
            )
        }
        let eventTypes = cases.eventTypes
        let untried = events.missingCases.filter { eventTypes.contains(ObjectIdentifier($0.type)) }.map { missing in
            (
                Graph.Finding.neverTried(type: qualifiedName(of: missing.type), caseName: missing.caseName),
                TypedCase(missing.type, missing.caseName)
            )
        }
        // With a key, a state that the exploration did not try may have further sample events.
        return unreachable + (graph.isAbstracted ? [] : untried)
    }

    /// States that the definition lists as passing although the machine rests in them.
    private var notPassing: [Graph.Finding] {
        // In a graph with a key, another state may have the key of a listed one.
        graph.isAbstracted ? [] : Definition.passingStates.filter { graph.node(of: $0) != nil }.map { .notPassing($0) }
    }

    /// Begins to check a state.
    mutating func begin(_ node: Graph.Node) {
        present = Present(node: node, activities: node.state.activities)
    }

    /// Looks for a state that changes when it is packed and unpacked.
    ///
    /// A graph that keeps packed states has no such state.
    mutating func lookForPackingChanges() {
        guard Definition.self is any PackedStateDefinition.Type else { return }
        for node in graph.nodes {
            guard let packed = node.state as? any PackedStateDefinition,
                let unpacked = packed.packedAndUnpacked as? Definition, unpacked != node.state
            else { continue }
            return defects.append(.packingChangesState(node, to: unpacked))
        }
    }

    /// Tries an event in the current state again.
    ///
    /// - Parameters:
    ///   - event: The event to try.
    ///   - successor: The state that the event led to during the exploration.
    ///   - oddity: The result of an earlier attempt, if it was unexpected.
    /// - Returns: Whether the event is handled.
    mutating func look(
        at event: Definition.Event,
        firstLedTo successor: UInt32,
        oddity: (isHandled: Bool, state: Definition)? = nil
    ) -> Bool {
        guard let node = present?.node else { return false }
        let index = events.index(of: event)
        present?.offered.insert(index)

        var state = node.state
        var isHandled = (try? state.handleEvent(event)) != nil
        if let oddity { (isHandled, state) = oddity }
        let target: UInt32? = isHandled ? graph.node(of: state).map { UInt32($0.id) } : .rejected
        if target != successor {
            let edge = graph.edge(from: node, event: event, successor: successor)
            report(.unpredictable(edge), in: \.defects, "unpredictable", of: node, and: events.path(of: index))
        } else if !isHandled, state != node.state {
            let edge = graph.edge(from: node, event: event, successor: successor)
            let finding = Graph.Finding.rejectionChangedState(edge, to: state)
            report(finding, in: \.defects, "changed", of: node, and: events.path(of: index))
        }
        guard isHandled else { return false }
        events.accept(index)
        present?.isAnyHandled = true
        if target.map(Int.init) != node.id { present?.isAnyNew = true }
        lookAtActivities(after: event, state: state, successor: successor)
        return true
    }

    /// Counts a state's cases, which is required for every state.
    mutating func countCases(of state: Definition) { cases.count(state) }

    /// Whether every state has the same cases, so no state is left to count.
    var hasCountedCases: Bool { cases.isComplete }

    /// Finishes the check of the current state.
    ///
    /// A state outside the constraint is checked without its events.
    mutating func end() {
        guard let present else { return }
        let node = present.node
        if !graph.isCut(node) { endEvents(of: present) }

        var seen: Set<Definition.Activity> = []
        for activity in present.activities where !seen.insert(activity).inserted {
            report(.duplicateActivity(activity, node), in: \.activities, once: ["twice"], ValueName(of: activity).path)
        }
    }

    private mutating func endEvents(of present: Present) {
        let node = present.node
        // A final state may be a dead end.
        guard !node.state.isFinal else { return }
        if !present.isAnyHandled {
            deadEnds.add(node)
        } else if !present.isAnyNew {
            withoutNews.add(node)
        }
        events.end(node, offering: present.offered)
    }

    private mutating func lookAtActivities(after event: Definition.Event, state: Definition, successor: UInt32) {
        guard let present, !present.activities.isEmpty else { return }
        let exited = ActivityChange(from: present.activities, to: state.activities).exited
        let before = present.activities.uniqued()
        guard !exited.isEmpty, before.count > exited.count else { return }
        let depth = ValueName(of: present.node.state).depthOfRegions
        let ended = Set(exited)
        var exitedSoFar: [Definition.Activity] = []
        for activity in before {
            if ended.contains(activity) {
                exitedSoFar.append(activity)
                continue
            }
            // The nearest one is usually a neighbor.
            guard let neighbor = lastNeighbor(of: activity, in: exitedSoFar, depth: depth) else { continue }
            let key = [path(of: activity), path(of: neighbor)]
            if reported.contains(key) { continue }
            let edge = graph.edge(from: present.node, event: event, successor: successor)
            let finding = Graph.Finding.outlives(activity, exited: neighbor, edge)
            report(finding, in: \.activities, once: key[0], key[1])
        }
    }

    private mutating func lastNeighbor(
        of activity: Definition.Activity,
        in exited: [Definition.Activity],
        depth: Int?
    ) -> Definition.Activity? {
        for other in exited.reversed() where areNeighbors(other, activity, depth: depth) { return other }
        return nil
    }

    private mutating func path(of activity: Definition.Activity) -> [String] {
        if let path = activityPaths[activity] { return path }
        let path = ValueName(of: activity).path
        activityPaths[activity] = path
        return path
    }

    /// Whether two activities belong to the same region.
    ///
    /// Regions list their activities one after the other, and each region wraps them in its own
    /// case.
    private mutating func areNeighbors(_ one: Definition.Activity, _ other: Definition.Activity, depth: Int?) -> Bool {
        guard let depth else { return true }
        let (one, other) = (path(of: one), path(of: other))
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
        report(finding, in: list, once: [kind], ValueName(of: node.state).path, event)
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

extension ValueName {
    /// The number of cases around the regions of a state, or `nil` for a state without regions.
    fileprivate var depthOfRegions: Int? {
        let own = caseName == nil ? 0 : 1
        return regions.count > 1 ? own : regions.first?.name.depthOfRegions.map { $0 + own }
    }
}
