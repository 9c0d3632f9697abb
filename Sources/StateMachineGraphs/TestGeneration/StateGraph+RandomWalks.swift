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
        var missing = fraction.requiredCount(of: total)
        // No limit ends walks that cannot come to what is missing.
        if missing > coverableCount(isCovered, upTo: maxLength) { try budget.fail() }

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

    /// How many edges that are not covered are within so many steps of an initial state.
    private func coverableCount(_ isCovered: [Bool], upTo length: Int) -> Int {
        let depths = depths()
        return states.indices.reduce(0) { sum, id in
            depths[id] < length ? sum + edgeIndices(of: id).count { !isCovered[$0] } : sum
        }
    }
}

extension Double {
    /// How many of all this fraction is: all for more than 1 and for what is no number, none for
    /// less than 0.
    package func requiredCount(of all: Int) -> Int {
        if isNaN || self >= 1 { return all }
        return Int((max(self, 0) * Double(all)).rounded(.up))
    }
}
