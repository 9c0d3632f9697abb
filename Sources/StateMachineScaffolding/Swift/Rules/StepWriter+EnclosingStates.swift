extension StepWriter {
    /// Returns the reactions of the states around the regions to an event.
    func answers(of walk: Context.Walk, from outer: [EdgeID], in context: Context) -> [SwiftStatement] {
        var around = context
        around.walks.append(walk)
        let isOutermost = context.walks.isEmpty
        if walk.isMixed {
            let rejection = SwiftStatement.if(.isNotSet(RegionFlags.isHandled), [.rejection])
            return answer(of: walk, from: outer, in: around) + (isOutermost ? [rejection] : [])
        }
        if isOutermost {
            around.isLast = true
            return [.if(.isNotSet(RegionFlags.isHandled), decide(outer, in: around))]
        }
        // If no region has moved, the enclosing states handle the event.
        return outer.isEmpty ? [] : [.if(.isNotSet(walk.flags.moved), decide(outer, in: context))]
    }

    /// Returns the statements for the case that some region did not handle the event.
    private func answer(of walk: Context.Walk, from outer: [EdgeID], in around: Context) -> [SwiftStatement] {
        let answer = decideAround(outer, in: around)
        if answer.isEmpty { return [] }
        let index = walk.flags.unanswered
        return [.if(answer.uses(index) ? .binds(index) : .isSet(index), answer)]
    }

    /// Returns the transitions of the enclosing states for an event that a region did not handle.
    private func decideAround(_ outer: [EdgeID], in around: Context) -> [SwiftStatement] {
        guard let first = outer.first else { return leaveToNextWalk(in: around) }
        let edge = tree.edges[first]
        let rest = Array(outer.dropFirst())
        switch condition(of: edge, in: around) {
        case .constant(true): return take(edge, in: around)
        case .constant(false): return decideAround(rest, in: around)
        case let condition:
            let otherwise = decideAround(rest, in: around)
            return [.if(.all(of: expression(condition, in: around)), take(edge, in: around), otherwise: otherwise)]
        }
    }

    /// Passes the event to the states around the next parallel state.
    private func leaveToNextWalk(in around: Context) -> [SwiftStatement] {
        guard let walk = around.walks.last, let next = around.walks.dropLast().last else { return [] }
        return [.setIfUnset(next.flags.unanswered, to: .name(walk.flags.unanswered))]
    }

    /// Returns the changes, and the statements for the end of all regions.
    func results(
        of walk: Context.Walk,
        after body: [SwiftStatement],
        moving regions: [SwiftStatement],
        in context: Context
    ) -> [SwiftStatement] {
        var results: [SwiftStatement] = []
        if regions.changes(context.place(walk.parallel)) {
            let back = writeBack(walk.parallel, in: context)
            let mayBeLeft = !back.isEmpty && body.containsAnywhere { $0 == .set(walk.flags.left) }
            results += mayBeLeft ? [.if(.isNotSet(walk.flags.left), back)] : back
        }
        if machine.completions.contains(walk.parallel) {
            let conditions = [.name(walk.flags.reached), isComplete(walk.parallel, in: context)]
            results.append(
                .if(conditions.map(SwiftCondition.holds), [append(completion: walk.parallel)], otherwise: [])
            )
        }
        return results
    }
}
