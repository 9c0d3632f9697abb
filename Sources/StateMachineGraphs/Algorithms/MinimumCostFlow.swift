/// A flow with the least cost from nodes with an excess to nodes with a deficit.
///
/// The edges have no capacities. The algorithm uses successive shortest paths with potentials and
/// handles every path of the same length together. It runs Dijkstra's algorithm from every node
/// with an excess (J. Edmonds and R. M. Karp, "Theoretical improvements in algorithmic efficiency
/// for network flow problems", 1972). It then sends blocking flows (E. A. Dinic, 1970) along the
/// edges on shortest paths.
struct MinimumCostFlow {
    /// Each node's excess, which is negative for a deficit.
    var excess: [Int]

    /// Each edge's flow.
    private(set) var amounts: [Int] = []

    private var cost = 0
    private var costs: [Int] = []

    // Each edge consists of two arcs. The arc with the even number leads forward, and the odd one
    // cancels flow on the edge. `targets` contains the end of each arc. `first` and `following`
    // chain the arcs that leave a node.
    private var targets: [Int32] = []
    private var first: [Int32]
    private var following: [Int32] = []

    /// Each node's path cost, chosen so that no reduced cost is negative.
    private var potentials: [Int]

    init(nodeCount: Int) {
        excess = Array(repeating: 0, count: nodeCount)
        first = Array(repeating: -1, count: nodeCount)
        potentials = Array(repeating: 0, count: nodeCount)
    }

    mutating func add(from source: Int32, to target: Int32, cost: Int) {
        for (node, other) in [(source, target), (target, source)] {
            following.append(first[Int(node)])
            first[Int(node)] = Int32(targets.count)
            targets.append(other)
        }
        costs.append(cost)
        amounts.append(0)
    }

    /// Finds the cheapest flow.
    ///
    /// Each node with an excess needs a path to a node with a deficit.
    ///
    /// - Parameter check: A closure that receives the cost so far and can throw an error to stop
    ///   the search.
    mutating func solve<Failure: Error>(checking check: (Int) throws(Failure) -> Void) throws(Failure) {
        while approachDemand() {
            while let levels = levels() { augment(within: levels) }
            try check(cost)
        }
    }

    // MARK: - Arcs

    private func reducedCost(_ arc: Int, from node: Int) -> Int {
        let cost = arc & 1 == 0 ? costs[arc >> 1] : -costs[arc >> 1]
        return cost + potentials[node] - potentials[Int(targets[arc])]
    }

    private func canCarry(_ arc: Int) -> Bool { arc & 1 == 0 || amounts[arc >> 1] > 0 }

    // MARK: - Shortest paths

    /// Changes the potentials so that shortest paths to the nearest deficit have zero reduced cost.
    ///
    /// - Returns: Whether a deficit can be reached.
    private mutating func approachDemand() -> Bool {
        var distances = Array(repeating: Int.max, count: excess.count)
        var heap = DistanceHeap()
        for node in excess.indices where excess[node] > 0 {
            distances[node] = 0
            heap.insert(node, at: 0)
        }
        while let (node, distance) = heap.popNearest() {
            if distance > distances[node] { continue }
            if excess[node] < 0 {
                for node in excess.indices { potentials[node] += min(distances[node], distance) }
                return true
            }
            var arc = Int(first[node])
            while arc >= 0 {
                let target = Int(targets[arc])
                if canCarry(arc) {
                    let length = distance + reducedCost(arc, from: node)
                    if length < distances[target] {
                        distances[target] = length
                        heap.insert(target, at: length)
                    }
                }
                arc = Int(following[arc])
            }
        }
        return false
    }

    /// Returns the number of arcs on the shortest path of zero reduced cost to each node.
    ///
    /// This method does not use a `BreadthFirstSearch` because it needs no paths, and because nodes
    /// are numbers, which index an array without hashing.
    ///
    /// - Returns: The levels, or `nil` if no deficit is reachable.
    private func levels() -> [Int32]? {
        var levels = Array(repeating: Int32(-1), count: excess.count)
        var queue = excess.indices.filter { excess[$0] > 0 }
        for node in queue { levels[node] = 0 }
        var (next, isDemandFound) = (0, false)
        while next < queue.count {
            let node = queue[next]
            next += 1
            if excess[node] < 0 { isDemandFound = true }
            var arc = Int(first[node])
            while arc >= 0 {
                let target = Int(targets[arc])
                if levels[target] < 0, canCarry(arc), reducedCost(arc, from: node) == 0 {
                    levels[target] = levels[node] + 1
                    queue.append(target)
                }
                arc = Int(following[arc])
            }
        }
        return isDemandFound ? levels : nil
    }

    /// Sends as much flow as possible along arcs of zero reduced cost that lead up one level.
    private mutating func augment(within levels: [Int32]) {
        var next = first
        for source in excess.indices {
            var path: [Int] = []
            var node = source
            while excess[source] > 0 {
                if excess[node] < 0 {
                    send(along: path, from: source, to: node)
                    path = []
                    node = source
                    continue
                }
                var arc = Int(next[node])
                while arc >= 0,
                    levels[Int(targets[arc])] != levels[node] + 1 || !canCarry(arc) || reducedCost(arc, from: node) != 0
                {
                    arc = Int(following[arc])
                }
                next[node] = Int32(arc)
                if arc >= 0 {
                    path.append(arc)
                    node = Int(targets[arc])
                } else if let last = path.popLast() {
                    node = Int(targets[last ^ 1])
                    next[node] = following[last]
                } else {
                    break
                }
            }
        }
    }

    private mutating func send(along path: [Int], from source: Int, to target: Int) {
        var amount = min(excess[source], -excess[target])
        for arc in path where arc & 1 == 1 { amount = min(amount, amounts[arc >> 1]) }
        for arc in path {
            let change = arc & 1 == 0 ? amount : -amount
            amounts[arc >> 1] += change
            cost += change * costs[arc >> 1]
        }
        excess[source] -= amount
        excess[target] += amount
    }
}
