extension StateGraph {
    /// All paths from initial states on which no state comes twice, and which cannot go on, depth first.
    func simpleRoutes(upTo length: Int, _ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        var (routes, budget): ([EdgePath], StepBudget) = ([], budget)
        var isVisited = Array(repeating: false, count: states.count)
        // The states on the path, each with the moves that are still to be tried there. No recursion: paths may be long.
        var path: [(id: Int, rest: Range<Int>, isEnd: Bool)] = []
        var taken: [Int] = []

        func enter(_ id: Int) {
            isVisited[id] = true
            path.append((id, taken.count < length ? edgeIndices(of: id) : 0..<0, true))
        }

        for start in 0..<initialCount {
            enter(start)
            while let (id, rest, isEnd) = path.last {
                if let move = rest.first {
                    path[path.count - 1].rest.removeFirst()
                    let target = target(of: move, from: id)
                    if isVisited[target] { continue }
                    path[path.count - 1].isEnd = false
                    taken.append(move)
                    enter(target)
                } else {
                    if isEnd, !taken.isEmpty {
                        try budget.spend(taken.count)
                        routes.append(EdgePath(start: start, edges: taken))
                    }
                    path.removeLast()
                    isVisited[id] = false
                    _ = taken.popLast()
                }
            }
        }
        return routes
    }
}
