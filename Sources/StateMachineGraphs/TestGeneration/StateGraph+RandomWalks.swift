extension StateGraph {
    /// Random walks from initial states, until the goal is covered.
    func randomPaths(
        seed: UInt64,
        until goal: TraceSuite.Goal,
        maxLength: Int,
        _ budget: StepBudget
    ) throws(SuiteTooLarge) -> [EdgePath] {
        let (fraction, takesRejected) =
            switch goal {
            case .transitions(let fraction): (fraction, false)
            case .pairs(let fraction): (fraction, true)
            }
        var budget = budget
        var random = SeededGenerator(seed: seed)
        var isCovered = successors.map { $0 == .rejected && !takesRejected }
        let total = isCovered.count { !$0 }
        var missing = Int((min(max(fraction, 0), 1) * Double(total)).rounded(.up))

        var paths: [EdgePath] = []
        while missing > 0 {
            var path = EdgePath(start: Int.random(in: 0..<initialCount, using: &random))
            let before = missing
            var id = path.start
            while missing > 0, path.edges.count < maxLength {
                let offered = edgeIndices(of: id).filter { takesRejected || isHandled($0) }
                let untried = offered.filter { !isCovered[$0] }
                guard let edge = (untried.isEmpty ? offered : untried).randomElement(using: &random) else { break }
                if !isCovered[edge] {
                    isCovered[edge] = true
                    missing -= 1
                }
                path.edges.append(edge)
                id = target(of: edge, from: id)
            }
            // A walk without steps counts too, so that walks that lead nowhere come to the limit.
            try budget.spend(max(path.edges.count, 1))
            if missing < before { paths.append(path) }
        }
        return paths
    }
}
