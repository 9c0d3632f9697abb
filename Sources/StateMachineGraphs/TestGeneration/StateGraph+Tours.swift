extension StateGraph {
    /// Returns the smallest number of tours that take every transition, with the fewest steps.
    ///
    /// At least one tour begins in each initial state that handles an event.
    func transitionPaths(_ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        try budget.check(successors.count { $0 != .rejected })
        var postman = ChinesePostman(nodeCount: states.count, endCount: states.count)
        var edgeOfArc: [Int] = []
        for id in states.indices {
            for edge in edgeIndices(of: id) where isHandled(edge) {
                postman.add(from: id, to: Int(successors[edge]))
                edgeOfArc.append(edge)
            }
        }
        // No tour begins in an initial state that handles nothing.
        postman.starts = (0..<initialCount).filter { edgeIndices(of: $0).contains(where: isHandled) }
        return try postman.tours(budget).map { tour in
            EdgePath(start: postman.source(of: tour[0]), edges: tour.map { edgeOfArc[$0] })
        }
    }

    /// Returns the smallest number of tours that take every two consecutive transitions.
    ///
    /// These are tours of the line graph. Its nodes are the transitions, followed by one node for
    /// each initial state, where the tours begin.
    func transitionPairPaths(_ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        let transitions = successors.indices.filter(isHandled)
        var number = Array(repeating: -1, count: successors.count)
        for (index, edge) in transitions.enumerated() { number[edge] = index }
        var isEntered = Array(repeating: false, count: states.count)
        for edge in transitions { isEntered[Int(successors[edge])] = true }

        var budgetOfArcs = budget
        var postman = ChinesePostman(nodeCount: transitions.count + initialCount, endCount: transitions.count)
        for (index, edge) in transitions.enumerated() {
            for next in edgeIndices(of: Int(successors[edge])) where isHandled(next) {
                try budgetOfArcs.spend(1)
                postman.add(from: index, to: number[next])
            }
        }
        for id in 0..<initialCount {
            let start = transitions.count + id
            let first = edgeIndices(of: id).filter(isHandled)
            // If no transition leads to an initial state, a transition from there can only be the
            // first of a tour. Otherwise any transition may be the first because the pairs take all
            // of them.
            for edge in first { postman.add(from: start, to: number[edge], isRequired: !isEntered[id]) }
            if !first.isEmpty { postman.starts.append(start) }
        }
        return try postman.tours(budget).map { tour in
            EdgePath(
                start: postman.source(of: tour[0]) - transitions.count,
                edges: tour.map { transitions[postman.target(of: $0)] }
            )
        }
    }
}
