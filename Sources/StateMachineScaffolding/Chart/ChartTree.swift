/// A valid chart with resolved names.
///
/// The states are numbered in document order. Unlike a ``Chart``, a tree has no mistakes, so its
/// users can look up targets, ancestors and events without errors.
package struct ChartTree: Sendable {
    package struct Node: Sendable {
        package var state: Chart.State
        package var parent: StateID?
        /// The inner states, without histories.
        package var children: [StateID] = []
        package var histories: [StateID] = []
        /// The last inner state in document order, or the state itself if it has none.
        package var last: StateID
        /// The default targets of an entry, or the first targets of a history.
        package var initial: [StateID] = []
        package var transitions: [EdgeID] = []
    }

    package struct Edge: Sendable {
        package var transition: Chart.Transition
        package var source: StateID
        package var targets: [StateID] = []
    }

    package private(set) var nodes = NumberedList<StateID, Node>()
    package private(set) var edges = NumberedList<EdgeID, Edge>()
    private var indices: [String: StateID] = [:]
    private var errors = ErrorList()
    package let name: String?
    package let parameters: [String: [Chart.Parameter]]
    package let namings: [SwiftNaming]
    /// The states whose beginnings are not in the diagram, and that are entered without a target
    /// inside them.
    package private(set) var guessedBeginnings: [StateID] = []
    /// Whether the labels are the names of states and events in an explored machine.
    package let isExported: Bool
    /// The states that are entered in the further beginnings of the machine.
    package private(set) var otherBeginnings: [[StateID]] = []

    /// The largest number of states in a chart, and their deepest nesting.
    static let limits = (states: 2_000, depth: 50)

    /// Creates a tree from a chart and checks it.
    ///
    /// - Throws: ``ChartError`` with all mistakes of the first kind that occurs: in the ids, in the
    ///   structure, or an endless loop of transitions.
    package init(_ chart: Chart) throws(ChartError) {
        name = chart.name
        parameters = chart.parameters
        namings = chart.namings
        isExported = chart.isExported
        try add(chart.root, parent: nil, depth: 0)
        resolve()
        for initial in chart.otherBeginnings {
            otherBeginnings.append(resolve(initial.targets, at: initial.position))
        }
        try errors.throwAll()
        try validate()
        guessedBeginnings = chart.guessedBeginnings.compactMap(index(of:)).filter(isEnteredByDefault)
    }

    package func index(of id: String) -> StateID? { indices[id] }

    private mutating func add(_ state: Chart.State, parent: StateID?, depth: Int) throws(ChartError) {
        guard depth <= Self.limits.depth else {
            throw ChartError(
                state.position,
                "states are nested more than \(Self.limits.depth) levels deep",
                expected: "fewer levels"
            )
        }
        guard nodes.count < Self.limits.states else {
            throw ChartError(
                state.position,
                "the chart has more than \(Self.limits.states) states",
                expected: "fewer states"
            )
        }
        let index = nodes.endIndex
        if let other = indices.updateValue(index, forKey: state.id) {
            errors.add(
                ChartError(
                    state.position,
                    "the id “\(state.id)” is already used by the state at \(nodes[other].state.position)",
                    expected: "a different id for each state"
                )
            )
        }
        var node = Node(state: state, parent: parent, last: index)
        node.state.children = []
        nodes.append(node)
        for child in state.children {
            if case .history = child.kind {
                nodes[index].histories.append(nodes.endIndex)
            } else {
                nodes[index].children.append(nodes.endIndex)
            }
            try add(child, parent: index, depth: depth + 1)
        }
        nodes[index].last = nodes.index(before: nodes.endIndex)
    }

    private mutating func resolve() {
        for index in nodes.indices {
            let state = nodes[index].state
            if let initial = state.initial {
                nodes[index].initial = resolve(initial.targets, at: initial.position)
            } else if state.kind == .compound {
                nodes[index].initial = Array(nodes[index].children.prefix(1))
            }
            for transition in state.transitions {
                let targets = resolve(transition.targets, at: transition.position)
                nodes[index].transitions.append(edges.endIndex)
                edges.append(Edge(transition: transition, source: index, targets: targets))
            }
        }
    }

    /// Whether something leads to a state itself, rather than to a state inside it.
    private func isEnteredByDefault(_ node: StateID) -> Bool {
        guard let parent = nodes[node].parent else { return true }
        return edges.contains { $0.targets.contains(node) } || nodes.contains { $0.initial.contains(node) }
            || kind(parent) == .parallel && isEnteredByDefault(parent)
    }

    /// Returns the states with some ids.
    private mutating func resolve(_ ids: [String], at position: Position) -> [StateID] {
        var targets: [StateID] = []
        for id in ids {
            guard let target = indices[id], target != .root else {
                errors.add(
                    ChartError(
                        position,
                        "the state “\(id)” does not exist",
                        expected: "the id of a state in this chart"
                    )
                )
                continue
            }
            if !targets.contains(target) { targets.append(target) }
        }
        return targets
    }
}
