extension StateGraph {
    /// The ways to the leaves of the breadth-first tree.
    func stateRoutes(_ budget: StepBudget) throws(SuiteTooLarge) -> [Route] {
        var isLeaf = Array(repeating: true, count: states.count)
        for id in initialCount..<states.count { isLeaf[Int(parents[id])] = false }
        let tree = treeMoves()
        var (routes, budget): ([Route], StepBudget) = ([], budget)
        for id in states.indices where isLeaf[id] {
            let route = route(to: id, in: tree)
            try budget.spend(route.moves.count)
            routes.append(route)
        }
        return routes
    }

    /// The way to each state that rejects something, and then all that it rejects.
    func rejectionRoutes(_ budget: StepBudget) throws(SuiteTooLarge) -> [Route] {
        let tree = treeMoves()
        var (routes, budget): ([Route], StepBudget) = ([], budget)
        for id in states.indices {
            let rejected = moves(of: id).filter { !isHandled($0) }
            if rejected.isEmpty { continue }
            var route = route(to: id, in: tree)
            route.moves += rejected
            try budget.spend(route.moves.count)
            routes.append(route)
        }
        return routes
    }

    /// For each state that is not initial, the move by which it was first reached.
    private func treeMoves() -> [Int] {
        var tree = Array(repeating: -1, count: states.count)
        for id in states.indices {
            for move in moves(of: id) where isHandled(move) {
                let target = Int(successors[move])
                if target >= initialCount, tree[target] < 0, Int(parents[target]) == id { tree[target] = move }
            }
        }
        return tree
    }

    private func route(to id: Int, in tree: [Int]) -> Route {
        var route = Route(start: id)
        while route.start >= initialCount {
            route.moves.append(tree[route.start])
            route.start = Int(parents[route.start])
        }
        route.moves.reverse()
        return route
    }
}
