extension StateGraph {
    /// Returns the paths to the breadth-first tree's leaves.
    func statePaths(_ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        var isLeaf = Array(repeating: true, count: states.count)
        for id in initialCount..<states.count { isLeaf[Int(parents[id])] = false }
        let tree = treeEdges()
        var (paths, budget): ([EdgePath], StepBudget) = ([], budget)
        for id in states.indices where isLeaf[id] {
            let path = edgePath(to: id, in: tree)
            try budget.spend(path.edges.count)
            paths.append(path)
        }
        return paths
    }

    /// Returns a path to each state that rejects an event, followed by every event that it rejects.
    func rejectionPaths(_ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        let tree = treeEdges()
        var (paths, budget): ([EdgePath], StepBudget) = ([], budget)
        for id in states.indices {
            let rejected = edgeIndices(of: id).filter { !isHandled($0) }
            if rejected.isEmpty { continue }
            var path = edgePath(to: id, in: tree)
            path.edges += rejected
            try budget.spend(path.edges.count)
            paths.append(path)
        }
        return paths
    }

    /// Returns the first edge that leads to each state.
    ///
    /// For a state that is not initial, this is the edge by which the exploration found it.
    private func treeEdges() -> [Int] {
        var tree = Array(repeating: -1, count: states.count)
        for id in states.indices {
            for edge in edgeIndices(of: id) where isHandled(edge) {
                let target = Int(successors[edge])
                if tree[target] < 0 { tree[target] = edge }
            }
        }
        return tree
    }

    private func edgePath(to id: Int, in tree: [Int]) -> EdgePath {
        var path = EdgePath(start: id)
        while path.start >= initialCount {
            path.edges.append(tree[path.start])
            path.start = Int(parents[path.start])
        }
        path.edges.reverse()
        return path
    }
}
