extension StateGraph {
    /// Returns every maximal path from an initial state that visits no state twice, depth first.
    func simplePaths(upTo length: Int, _ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        var (paths, budget): ([EdgePath], StepBudget) = ([], budget)
        var isVisited = Array(repeating: false, count: states.count)
        // The states on the path, each with the edges that are left to try. Paths may be too long
        // for recursion.
        var stack: [(id: Int, rest: Range<Int>, isEnd: Bool)] = []
        var taken: [Int] = []

        func enter(_ id: Int) {
            isVisited[id] = true
            stack.append((id, taken.count < length ? edgeIndices(of: id) : 0..<0, true))
        }

        for start in 0..<initialCount {
            enter(start)
            while let (id, rest, isEnd) = stack.last {
                if let edge = rest.first {
                    stack[stack.count - 1].rest.removeFirst()
                    let target = target(of: edge, from: id)
                    if isVisited[target] { continue }
                    stack[stack.count - 1].isEnd = false
                    taken.append(edge)
                    enter(target)
                } else {
                    if isEnd, !taken.isEmpty {
                        try budget.spend(taken.count)
                        paths.append(EdgePath(start: start, edges: taken))
                    }
                    stack.removeLast()
                    isVisited[id] = false
                    _ = taken.popLast()
                }
            }
        }
        return paths
    }
}
