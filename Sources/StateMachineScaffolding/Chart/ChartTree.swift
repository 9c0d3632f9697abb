/// A chart whose names are resolved, and that says something: the states in document order, by
/// index.
package struct ChartTree: Sendable {
    package struct Node: Sendable {
        package var state: Chart.State
        package var parent: Int?
        /// The states inside it, histories left out.
        package var children: [Int] = []
        package var histories: [Int] = []
        /// The last state inside it in document order; the state itself if none is.
        package var last: Int
        /// What is entered with it by default, or what a history leads to at first.
        package var initial: [Int] = []
        package var transitions: [Int] = []
    }

    package struct Edge: Sendable {
        package var transition: Chart.Transition
        package var source: Int
        package var targets: [Int] = []
    }

    package private(set) var nodes: [Node] = []
    package private(set) var edges: [Edge] = []
    private var indices: [String: Int] = [:]
    package let name: String?
    /// What is entered where the machine may begin, besides where the chart as a whole does.
    package private(set) var otherBeginnings: [[Int]] = []

    /// The most states that a chart has, and how deep they are nested.
    static let limits = (states: 2_000, depth: 50)

    /// - Throws: ``ChartError`` for the first thing that is wrong.
    package init(_ chart: Chart) throws(ChartError) {
        name = chart.name
        try add(chart.root, parent: nil, depth: 0)
        try resolve()
        for initial in chart.otherBeginnings {
            otherBeginnings.append(try resolve(initial.targets, at: initial.position))
        }
        try validate()
    }

    package func index(of id: String) -> Int? { indices[id] }

    private mutating func add(_ state: Chart.State, parent: Int?, depth: Int) throws(ChartError) {
        guard depth <= Self.limits.depth else {
            throw ChartError(state.position, "states are nested more than \(Self.limits.depth) deep")
        }
        guard nodes.count < Self.limits.states else {
            throw ChartError(state.position, "there are more than \(Self.limits.states) states")
        }
        let index = nodes.count
        if let other = indices.updateValue(index, forKey: state.id) {
            throw ChartError(
                state.position,
                "“\(state.id)” is the id of two states, also of one at \(nodes[other].state.position)",
                expected: "an id of its own for each state"
            )
        }
        var node = Node(state: state, parent: parent, last: index)
        node.state.children = []
        nodes.append(node)
        for child in state.children {
            if case .history = child.kind {
                nodes[index].histories.append(nodes.count)
            } else {
                nodes[index].children.append(nodes.count)
            }
            try add(child, parent: index, depth: depth + 1)
        }
        nodes[index].last = nodes.count - 1
    }

    private mutating func resolve() throws(ChartError) {
        for index in nodes.indices {
            let state = nodes[index].state
            if let initial = state.initial {
                nodes[index].initial = try resolve(initial.targets, at: initial.position)
            } else if state.kind == .compound {
                nodes[index].initial = Array(nodes[index].children.prefix(1))
            }
            for transition in state.transitions {
                let targets = try resolve(transition.targets, at: transition.position)
                nodes[index].transitions.append(edges.count)
                edges.append(Edge(transition: transition, source: index, targets: targets))
            }
        }
    }

    private func resolve(_ ids: [String], at position: Position) throws(ChartError) -> [Int] {
        var targets: [Int] = []
        for id in ids {
            guard let target = indices[id], target != 0 else {
                throw ChartError(position, "there is no state “\(id)”", expected: "the id of a state of this chart")
            }
            if !targets.contains(target) { targets.append(target) }
        }
        return targets
    }
}
