extension StateGraph {
    /// The fewest and shortest tours that take every transition.
    func transitionRoutes(_ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        try budget.check(successors.count { $0 != .rejected })
        var postman = ChinesePostman(nodeCount: states.count, endCount: states.count)
        var moveOfArc: [Int] = []
        for id in states.indices {
            for move in edgeIndices(of: id) where isHandled(move) {
                postman.add(from: id, to: Int(successors[move]))
                moveOfArc.append(move)
            }
        }
        // An initial state that nothing leads out of begins no tour.
        postman.starts = (0..<initialCount).filter { edgeIndices(of: $0).contains(where: isHandled) }
        return try postman.tours(budget).map { tour in
            EdgePath(start: postman.source(of: tour[0]), edges: tour.map { moveOfArc[$0] })
        }
    }

    /// The fewest and shortest tours that take every two consecutive transitions: tours of the line graph.
    ///
    /// Its nodes are the transitions, and after them one for each initial state, from which a tour begins.
    func transitionPairRoutes(_ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        let transitions = successors.indices.filter(isHandled)
        var number = Array(repeating: -1, count: successors.count)
        for (place, move) in transitions.enumerated() { number[move] = place }
        var isEntered = Array(repeating: false, count: states.count)
        for move in transitions { isEntered[Int(successors[move])] = true }

        var budgetOfArcs = budget
        var postman = ChinesePostman(nodeCount: transitions.count + initialCount, endCount: transitions.count)
        for (place, move) in transitions.enumerated() {
            for next in edgeIndices(of: Int(successors[move])) where isHandled(next) {
                try budgetOfArcs.spend(1)
                postman.add(from: place, to: number[next])
            }
        }
        for id in 0..<initialCount {
            let start = transitions.count + id
            let first = edgeIndices(of: id).filter(isHandled)
            // What leads out of an initial state that nothing leads to can only be the first of a tour. Where something
            // does lead to it, any one will do: the pairs join all of them up.
            for move in first { postman.add(from: start, to: number[move], isRequired: !isEntered[id]) }
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
