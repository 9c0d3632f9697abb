extension StateGraph {
    /// Returns random walks from initial states that together reach the goal.
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
        // Without this check, walks that cannot reach the goal might never end.
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
            // A walk without steps also counts, so that walks without progress reach the limit.
            try budget.spend(max(path.edges.count, 1))
            if missing < before { paths.append(path) }
        }
        return paths
    }

    /// Returns the number of uncovered edges within a number of steps from an initial state.
    private func coverableCount(_ isCovered: [Bool], upTo length: Int) -> Int {
        let depths = depths()
        return states.indices.reduce(0) { sum, id in
            depths[id] < length ? sum + edgeIndices(of: id).count { !isCovered[$0] } : sum
        }
    }
}

extension Double {
    /// Returns the number of elements that cover this fraction of `all` elements.
    ///
    /// A fraction greater than 1 or NaN requires everything, and a negative one nothing.
    package func requiredCount(of all: Int) -> Int {
        if isNaN || self >= 1 { return all }
        return Int((max(self, 0) * Double(all)).rounded(.up))
    }
}
