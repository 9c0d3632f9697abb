/// Finds the fewest tours that take all required arcs of a directed graph, and of those, the
/// shortest.
///
/// A tour begins at one of the starts, each of which begins one at least, and ends anywhere. A hub
/// makes one circuit of all tours: from it an arc leads to each start, and to it one from each node
/// where a tour may end. So this is the directed Chinese postman (Edmonds and Johnson, 1973): a
/// minimum-cost flow says how often each arc has to be walked, so that every node is left as often
/// as it is entered. Then there is an Euler circuit (C. Hierholzer, 1873), which is cut at the hub.
/// The arcs to the hub cost more than all steps together.
///
/// The required arcs, with those of the hub, have to be connected; otherwise the problem is
/// NP-hard.
struct ChinesePostman {
    /// The cost of a tour, more than all steps together, so that fewer tours precede fewer steps.
    static let costOfTour = 1 << 40

    let nodeCount: Int

    /// Tours may end at the nodes before this one.
    let endCount: Int

    var starts: [Int] = []

    private var sources: [Int32] = []
    private var targets: [Int32] = []
    private var isRequired: [Bool] = []

    init(nodeCount: Int, endCount: Int) {
        self.nodeCount = nodeCount
        self.endCount = endCount
    }

    /// Adds an arc, with the number that follows the last one's; those from the same node one after
    /// the other.
    mutating func add(from source: Int, to target: Int, isRequired: Bool = true) {
        sources.append(Int32(source))
        targets.append(Int32(target))
        self.isRequired.append(isRequired)
    }

    func source(of arc: Int) -> Int { Int(sources[arc]) }

    func target(of arc: Int) -> Int { Int(targets[arc]) }

    /// The tours, each a sequence of arcs, none of them empty.
    func tours(_ budget: StepBudget) throws(SuiteTooLarge) -> [[Int]] {
        var circuit = self
        var walks = isRequired.map { $0 ? 1 : 0 }
        let hub = nodeCount
        for start in starts {
            circuit.add(from: hub, to: start)
            walks.append(1)
        }
        let ends = try circuit.balance(&walks, budget)
        for (node, count) in ends.enumerated() {
            circuit.add(from: node, to: hub)
            walks.append(count)
        }
        var (steps, budget) = (0, budget)
        for arc in sources.indices { steps += walks[arc] }
        try budget.spend(steps)

        return begunEverywhere(circuit.eulerCircuit(from: hub, walks).split { $0 >= sources.count }.map(Array.init))
    }

    /// Cuts tours where they visit a start from which none begins: the tour from there would be
    /// empty.
    private func begunEverywhere(_ tours: [[Int]]) -> [[Int]] {
        var missing = Set(starts).subtracting(tours.map { source(of: $0[0]) })
        return tours.flatMap { tour in
            let cuts = tour.indices.dropFirst().filter { missing.remove(source(of: tour[$0])) != nil }
            return zip([0] + cuts, cuts + [tour.count]).map { Array(tour[$0..<$1]) }
        }
    }

    /// Walks arcs more often, until each node is left as often as it is entered, with the least
    /// cost.
    ///
    /// - Returns: For each node how many tours end there.
    private func balance(_ walks: inout [Int], _ budget: StepBudget) throws(SuiteTooLarge) -> [Int] {
        var flow = MinimumCostFlow(nodeCount: nodeCount + 1)
        var arcOfEdge: [Int] = []
        // Of parallel arcs one is enough, and a loop is of no use.
        var lastSource = Array(repeating: Int32(-1), count: nodeCount + 1)
        for arc in sources.indices {
            let (source, target) = (sources[arc], targets[arc])
            if walks[arc] > 0 {
                flow.excess[Int(target)] += 1
                flow.excess[Int(source)] -= 1
            }
            if source == target || lastSource[Int(target)] == source { continue }
            lastSource[Int(target)] = source
            flow.add(from: source, to: target, cost: 1)
            arcOfEdge.append(arc)
        }
        for node in 0..<endCount { flow.add(from: Int32(node), to: Int32(nodeCount), cost: Self.costOfTour) }
        try flow.solve { (cost) throws(SuiteTooLarge) in
            // One more tour can save steps again, though hardly as many as this.
            try budget.check(cost % Self.costOfTour / 4)
        }

        for (edge, arc) in arcOfEdge.enumerated() { walks[arc] += flow.amounts[edge] }
        return Array(flow.amounts[arcOfEdge.count...])
    }

    /// A closed walk that takes each arc as often as it is to be walked.
    private func eulerCircuit(from node: Int, _ walks: [Int]) -> [Int] {
        var offsets = Array(repeating: 0, count: nodeCount + 2)
        for source in sources { offsets[Int(source) + 1] += 1 }
        for node in 0..<nodeCount { offsets[node + 1] += offsets[node] }
        var (next, end) = (offsets, offsets)
        var sorted = Array(repeating: 0, count: sources.count)
        for arc in sources.indices {
            sorted[end[source(of: arc)]] = arc
            end[source(of: arc)] += 1
        }

        var rest = walks
        var circuit: [Int] = []
        var path: [(node: Int, arc: Int)] = [(node, -1)]
        while let (node, arc) = path.last {
            while next[node] < end[node], rest[sorted[next[node]]] == 0 { next[node] += 1 }
            if next[node] < end[node] {
                let step = sorted[next[node]]
                rest[step] -= 1
                path.append((target(of: step), step))
            } else {
                path.removeLast()
                if arc >= 0 { circuit.append(arc) }
            }
        }
        return circuit.reversed()
    }
}
