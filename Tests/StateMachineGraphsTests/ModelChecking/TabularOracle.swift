import StateMachineGraphs

/// Reads the documentation of each kind of property literally, by matrices and by trying
/// everything: for a few states and events.
///
/// Nothing of it is shared with what is tested. A table is all that it knows.
struct TabularOracle {
    /// An event in a state, handled or rejected.
    struct Edge: Hashable {
        let source: Int
        let event: Int
        /// `nil` if the event is rejected.
        let target: Int?

        var after: Int { target ?? source }
    }

    private struct Vertex<Memory: Hashable>: Hashable {
        let state: Int
        let memory: Memory
    }

    let rules: Tabular.Rules

    /// All pairs of a state and an event.
    let edges: [Edge]

    /// Whether one state is reached from another one, in no step or more.
    let isReachable: [[Bool]]

    init(_ rules: Tabular.Rules) {
        self.rules = rules
        let count = rules.targets.count
        let edges = rules.targets.enumerated().flatMap { source, targets in
            targets.enumerated().map { Edge(source: source, event: $0, target: $1) }
        }
        self.edges = edges
        isReachable = Self.closure(of: edges, count)
    }

    /// The sets of handled edges that a run can take for ever, each of them again and again: those
    /// that are strongly connected.
    var recurrentSets: [[Edge]] {
        let handled = edges.filter { $0.target != nil }
        return (0..<1 << handled.count).dropFirst().compactMap { bits in
            let set = handled.indices.filter { bits >> $0 & 1 == 1 }.map { handled[$0] }
            let closure = Self.closure(of: set, rules.targets.count)
            return set.allSatisfy { one in set.allSatisfy { closure[one.after][$0.source] } } ? set : nil
        }
    }

    /// The states that some run reaches.
    var reached: [Int] { rules.targets.indices.filter { id in rules.initial.contains { isReachable[$0][id] } } }

    /// Floyd and Warshall.
    static func closure(of edges: [Edge], _ count: Int) -> [[Bool]] {
        var closure = (0..<count).map { row in (0..<count).map { $0 == row } }
        for edge in edges { closure[edge.source][edge.after] = true }
        for middle in 0..<count {
            for row in 0..<count where closure[row][middle] {
                for column in 0..<count where closure[middle][column] { closure[row][column] = true }
            }
        }
        return closure
    }

    /// The number of steps of a shortest run to a state with a certain mark, by images of sets:
    /// `nil` if there is none.
    ///
    /// A run is remembered by a value. Without a limit there are as many images as states.
    func shortest<Memory: Hashable>(
        remembering start: (Int) -> Memory,
        _ next: (Memory, Edge) -> Memory?
    ) -> Int? {
        var image = Set(rules.initial.map { Vertex(state: $0, memory: start($0)) })
        var all = image
        var length = 0
        while true {
            length += 1
            var following: Set<Vertex<Memory>> = []
            for index in image {
                for edge in edges where edge.source == index.state {
                    guard let memory = next(index.memory, edge) else { return length }
                    following.insert(Vertex(state: edge.after, memory: memory))
                }
            }
            if following.isSubset(of: all) { return nil }
            all.formUnion(following)
            image = following
        }
    }

    /// The number of steps of a shortest run to a state.
    func distance(to goal: (Int) -> Bool) -> Int? {
        if rules.initial.contains(where: goal) { return 0 }
        return shortest(remembering: { _ in 0 }) { _, edge in goal(edge.after) ? nil : 0 }
    }

    /// The activities that an edge enters.
    func entered(by edge: Edge) -> Set<Int> {
        Set(rules.activities[edge.after]).subtracting(rules.activities[edge.source])
    }
}
