/// A solver for the directed Chinese postman problem.
///
/// It finds the smallest number of tours that take every required arc of a directed graph and,
/// among these solutions, one with the fewest steps in total.
///
/// A tour begins at one of the starts and ends anywhere. At least one tour begins at each start. A
/// hub joins the tours into one circuit: an arc leads from the hub to each start, and an arc leads
/// back from each node where a tour may end. To balance the circuit (Edmonds and Johnson, 1973), a
/// minimum-cost flow determines how often each arc is walked, so that the circuit leaves each node
/// as often as it enters it. An Euler circuit (C. Hierholzer, 1873) then exists and is cut at the
/// hub. An arc to the hub costs more than all steps together.
///
/// If the required arcs and the hub's arcs were not connected, the problem would be NP-hard.
struct ChinesePostman {
    /// A tour's cost, which exceeds the cost of all steps together.
    ///
    /// Fewer tours take precedence over fewer steps.
    static let costOfTour = 1 << 40

    let nodeCount: Int

    /// How many nodes tours may end at; they are the graph's first nodes.
    let endCount: Int

    var starts: [Int] = []

    private var sources: [Int32] = []
    private var targets: [Int32] = []
    private var isRequired: [Bool] = []

    init(nodeCount: Int, endCount: Int) {
        self.nodeCount = nodeCount
        self.endCount = endCount
    }

    /// Adds an arc with the next number.
    ///
    /// Arcs from one node must be added one after another.
    mutating func add(from source: Int, to target: Int, isRequired: Bool = true) {
        sources.append(Int32(source))
        targets.append(Int32(target))
        self.isRequired.append(isRequired)
    }

    func source(of arc: Int) -> Int { Int(sources[arc]) }

    func target(of arc: Int) -> Int { Int(targets[arc]) }

    /// Returns the tours, each of which is a sequence of at least one arc.
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

    /// Cuts tours at each start where no tour begins yet.
    ///
    /// Otherwise, the tour from such a start would be empty.
    private func begunEverywhere(_ tours: [[Int]]) -> [[Int]] {
        var missing = Set(starts).subtracting(tours.map { source(of: $0[0]) })
        return tours.flatMap { tour in
            let cuts = tour.indices.dropFirst().filter { missing.remove(source(of: tour[$0])) != nil }
            return zip([0] + cuts, cuts + [tour.count]).map { Array(tour[$0..<$1]) }
        }
    }

    /// Adds walks at the least cost until each node is left as often as it is entered.
    ///
    /// - Returns: The number of tours that end at each node.
    private func balance(_ walks: inout [Int], _ budget: StepBudget) throws(SuiteTooLarge) -> [Int] {
        var flow = MinimumCostFlow(nodeCount: nodeCount + 1)
        var arcOfEdge: [Int] = []
        // One of several parallel arcs is enough, and a loop is useless.
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
            // Another tour can save steps again, but hardly this many.
            try budget.check(cost % Self.costOfTour / 4)
        }

        for (edge, arc) in arcOfEdge.enumerated() { walks[arc] += flow.amounts[edge] }
        return Array(flow.amounts[arcOfEdge.count...])
    }

    /// Returns a closed walk that takes each arc as often as `walks` requires.
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
