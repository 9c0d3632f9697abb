extension StateGraph {
    /// Walks from initial states, until enough is covered.
    func randomRoutes(
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

        var routes: [EdgePath] = []
        while missing > 0 {
            var route = EdgePath(start: Int.random(in: 0..<initialCount, using: &random))
            let before = missing
            var id = route.start
            while missing > 0, route.edges.count < maxLength {
                let offered = edgeIndices(of: id).filter { takesRejected || isHandled($0) }
                let untried = offered.filter { !isCovered[$0] }
                guard let move = (untried.isEmpty ? offered : untried).randomElement(using: &random) else { break }
                if !isCovered[move] {
                    isCovered[move] = true
                    missing -= 1
                }
                route.edges.append(move)
                id = target(of: move, from: id)
            }
            // A walk counts even if it has no steps, or walks that go nowhere would go on for ever.
            try budget.spend(max(route.edges.count, 1))
            if missing < before { routes.append(route) }
        }
        return routes
    }
}
