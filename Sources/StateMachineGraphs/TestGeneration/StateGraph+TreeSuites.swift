extension StateGraph {
    /// The paths to the leaves of the breadth-first tree.
    func stateRoutes(_ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        var isLeaf = Array(repeating: true, count: states.count)
        for id in initialCount..<states.count { isLeaf[Int(parents[id])] = false }
        let tree = treeMoves()
        var (routes, budget): ([EdgePath], StepBudget) = ([], budget)
        for id in states.indices where isLeaf[id] {
            let route = edgePath(to: id, in: tree)
            try budget.spend(route.edges.count)
            routes.append(route)
        }
        return routes
    }

    /// The path to each state that rejects something, and then all that it rejects.
    func rejectionRoutes(_ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        let tree = treeMoves()
        var (routes, budget): ([EdgePath], StepBudget) = ([], budget)
        for id in states.indices {
            let rejected = edgeIndices(of: id).filter { !isHandled($0) }
            if rejected.isEmpty { continue }
            var route = edgePath(to: id, in: tree)
            route.edges += rejected
            try budget.spend(route.edges.count)
            routes.append(route)
        }
        return routes
    }

    /// For each state that is not initial, the move by which it was first reached.
    private func treeMoves() -> [Int] {
        var tree = Array(repeating: -1, count: states.count)
        for id in states.indices {
            for move in edgeIndices(of: id) where isHandled(move) {
                let target = Int(successors[move])
                if target >= initialCount, tree[target] < 0, Int(parents[target]) == id { tree[target] = move }
            }
        }
        return tree
    }

    private func edgePath(to id: Int, in tree: [Int]) -> EdgePath {
        var route = EdgePath(start: id)
        while route.start >= initialCount {
            route.edges.append(tree[route.start])
            route.start = Int(parents[route.start])
        }
        route.edges.reverse()
        return route
    }
}
