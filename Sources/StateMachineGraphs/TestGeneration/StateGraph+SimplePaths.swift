extension StateGraph {
    /// All ways from initial states on which no state comes twice, and which cannot go on, depth first.
    func simpleRoutes(upTo length: Int, _ budget: StepBudget) throws(SuiteTooLarge) -> [Route] {
        var (routes, budget): ([Route], StepBudget) = ([], budget)
        var isVisited = Array(repeating: false, count: states.count)
        // The states on the way, each with the moves that are still to be tried there. No recursion: ways may be long.
        var way: [(id: Int, rest: Range<Int>, isEnd: Bool)] = []
        var taken: [Int] = []

        func enter(_ id: Int) {
            isVisited[id] = true
            way.append((id, taken.count < length ? moves(of: id) : 0..<0, true))
        }

        for start in 0..<initialCount {
            enter(start)
            while let (id, rest, isEnd) = way.last {
                if let move = rest.first {
                    way[way.count - 1].rest.removeFirst()
                    let target = target(of: move, from: id)
                    if isVisited[target] { continue }
                    way[way.count - 1].isEnd = false
                    taken.append(move)
                    enter(target)
                } else {
                    if isEnd, !taken.isEmpty {
                        try budget.spend(taken.count)
                        routes.append(Route(start: start, moves: taken))
                    }
                    way.removeLast()
                    isVisited[id] = false
                    _ = taken.popLast()
                }
            }
        }
        return routes
    }
}
