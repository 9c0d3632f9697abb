import StateMachines

/// Runs two definitions side by side, in a breadth-first search through pairs of their states.
struct Comparison<Left: FiniteStateDefinition, Right: FiniteStateDefinition> {
    private struct Pair: Hashable {
        private let leftKey: SameKey<Left>
        private let rightKey: SameKey<Right>

        var left: Left { leftKey.value }
        var right: Right { rightKey.value }

        init(left: Left, right: Right) {
            (leftKey, rightKey) = (SameKey(left), SameKey(right))
        }
    }

    private let graph: StateGraph<Left>
    private let other: StateGraph<Right>

    /// How many pairs of states there may be.
    ///
    /// There can be more pairs only if one of the graphs was explored with a key.
    private let limit: Int
    private let isSame: Bool
    private let translate: (Left.Event) -> Right.Event?
    private let areViewsEqual: (Left, Right) -> Bool
    private let areOutputsEquivalent: (Left.Output, Right.Output) -> Bool

    init(
        graph: StateGraph<Left>,
        other: StateGraph<Right>,
        isSame: Bool,
        translate: @escaping (Left.Event) -> Right.Event?,
        areViewsEqual: @escaping (Left, Right) -> Bool,
        areOutputsEquivalent: @escaping (Left.Output, Right.Output) -> Bool
    ) {
        self.graph = graph
        self.other = other
        limit = graph.states.count * other.states.count
        self.isSame = isSame
        self.translate = translate
        self.areViewsEqual = areViewsEqual
        self.areOutputsEquivalent = areOutputsEquivalent
    }

    /// Returns the nearest difference between the definitions from the given initial states.
    ///
    /// Each initial state must match an initial state of the other definition with an equal view
    /// and the same behavior.
    func difference(of initialStates: some Collection<Left>) -> BehaviorDifference<Left, Right>? {
        let others = other.states.prefix(other.initialCount)
        var matched: Set<Int> = []
        for left in initialStates {
            var nearest: BehaviorDifference<Left, Right>?
            var isMatched = false
            for (index, right) in others.enumerated() where areViewsEqual(left, right) {
                if let difference = run(from: Pair(left: left, right: right)) {
                    nearest = nearest ?? difference
                } else {
                    isMatched = true
                    matched.insert(index)
                }
            }
            if isMatched { continue }
            let reason = "no initial state of \(Right.self) looks like \(ValueName(of: left))"
            return nearest ?? BehaviorDifference(left: Trace(from: left), right: nil, reason: reason)
        }
        guard isSame, let right = others.enumerated().first(where: { !matched.contains($0.offset) })?.element else {
            return nil
        }
        let reason = "no initial state of \(Left.self) looks like \(ValueName(of: right))"
        return BehaviorDifference(left: nil, right: Trace(from: right), reason: reason)
    }

    /// Whether one of the states is outside its graph's constraint.
    ///
    /// Behavior outside a constraint is not compared.
    private func isOutside(_ pair: Pair) -> Bool { graph.isOutside(pair.left) || other.isOutside(pair.right) }

    private func run(from start: Pair) -> BehaviorDifference<Left, Right>? {
        var search = BreadthFirstSearch<Pair, Left.Event>()
        search.find(start)
        while let index = search.takeNext() {
            if search.vertices.count > limit {
                let reason = "the comparison stopped after \(limit) pairs of states"
                return difference(from: start, because: reason, after: search.path(to: index).edges)
            }
            let pair = search.vertices[index]
            if isOutside(pair) { continue }
            for event in pair.left.sampleEvents {
                let (reason, successor) = step(from: pair, by: event)
                if let reason {
                    return difference(from: start, because: reason, after: search.path(to: index, then: event).edges)
                }
                // Neither graph may contain such a pair, so it must not count towards the limit.
                if let successor, !isOutside(successor) { search.find(successor, from: (index, event)) }
            }
            if isSame, let event = unmatched(in: pair) {
                let reason =
                    "no event of \(Left.self) corresponds to \(ValueName(of: event)), which \(Right.self) handles"
                return difference(from: start, because: reason, after: search.path(to: index).edges)
            }
        }
        return nil
    }

    /// Returns the difference after one event, or the pair of next states.
    private func step(from pair: Pair, by event: Left.Event) -> (reason: String?, successor: Pair?) {
        let step = TraceStep(from: pair.left, event: event)
        guard let translation = translate(event) else {
            guard step.isHandled else { return (nil, nil) }
            guard areViewsEqual(step.after, pair.right) else {
                return (
                    "\(Right.self) has no event for \(ValueName(of: event)), which changes the view of \(Left.self)",
                    nil
                )
            }
            return (nil, Pair(left: step.after, right: pair.right))
        }
        let other = TraceStep(from: pair.right, event: translation)
        switch (step.outcome, other.outcome) {
        case (.rejected(let reason), .rejected(let otherReason)):
            // Different reasons are comparable only if they have one type.
            guard isSame, let otherReason = otherReason as? Left.Rejection, otherReason != reason else {
                return (nil, nil)
            }
            return (
                "\(Left.self) rejects the event as \(ValueName(of: reason)), but \(Right.self) as \(ValueName(of: otherReason))",
                nil
            )
        case (.rejected, .handled):
            return (isSame ? "\(Left.self) rejects the event, but \(Right.self) handles it" : nil, nil)
        case (.handled, .rejected): return ("\(Left.self) handles the event, but \(Right.self) rejects it", nil)
        case (.handled(let output), .handled(let otherOutput)):
            guard areViewsEqual(step.after, other.after) else { return ("the two states look different", nil) }
            guard areOutputsEquivalent(output, otherOutput) else {
                return ("the outputs \(output) and \(otherOutput) are not equivalent", nil)
            }
            guard self.other.node(of: other.after) != nil || self.other.isOutside(other.after) else {
                let state = "\(ValueName(of: other.after))"
                return ("no sample event of \(Right.self) leads to \(state), so the comparison cannot continue", nil)
            }
            return (nil, Pair(left: step.after, right: other.after))
        }
    }

    /// Returns an event that the right state handles and that no event of the left state
    /// corresponds to.
    ///
    /// The right state handles the returned event.
    private func unmatched(in pair: Pair) -> Right.Event? {
        let names = Set(pair.left.sampleEvents.compactMap { event in translate(event).map { ValueName(of: $0) } })
        return pair.right.sampleEvents.first { event in
            !names.contains(ValueName(of: event)) && TraceStep(from: pair.right, event: event).isHandled
        }
    }

    private func difference(
        from start: Pair,
        because reason: String,
        after events: [Left.Event]
    ) -> BehaviorDifference<Left, Right> {
        BehaviorDifference(
            left: Trace(from: start.left, events: events),
            right: Trace(from: start.right, events: events.compactMap(translate)),
            reason: reason
        )
    }
}
