public import StateMachines

/// How one definition relates to another one.
public enum ComparisonRelation: Sendable {
    /// Each does what the other does: they accept the same events, and look the same after each.
    case sameBehaviour

    /// Whatever the first accepts, the second accepts too, and they look the same after it. The
    /// first may accept less.
    case refinement
}

extension StateGraph {
    /// Compares the behaviour of this definition with that of another one, event by event.
    ///
    /// ```swift
    /// let nested = try StateGraph(exploring: RemoteContentState.self)
    /// let flat = try StateGraph(exploring: FlatRemoteContentState.self)
    /// nested.difference(from: flat, events: \.flat, states: \.flat, \.self)    // nil
    /// ```
    ///
    /// Both run side by side, from initial states with equal views, through all sample events of
    /// this definition. One function translates events into those of the other definition, and two
    /// select what of the states is compared. Real states are compared, also where the graphs were
    /// explored with a key. A run is compared until one of them leaves the constraint of its graph.
    ///
    /// - Parameters:
    ///   - other: The graph of the other definition.
    ///   - relation: The relation to prove.
    ///   - events: The event of the other definition that stands for one of this definition; `nil`
    ///     for an event that the other one does not have, and which must not change the view of
    ///     this one.
    ///   - view: What is compared of a state of this definition.
    ///   - otherView: What is compared of a state of the other definition.
    ///   - outputs: Whether two outputs are equivalent; any two are by default.
    /// - Returns: A shortest sequence of events after which they differ, or after which they cannot
    ///   be compared any further, because the samples of the other do not lead there or because
    ///   there is no end to the states; `nil` if the relation holds.
    /// - Complexity: One call of `handleEvent` of both for each sample event in each pair of states
    ///   that is reached.
    public func difference<Other: FiniteStateDefinition, View: Equatable>(
        from other: StateGraph<Other>,
        as relation: ComparisonRelation = .sameBehaviour,
        events: @escaping (Definition.Event) -> Other.Event?,
        states view: @escaping (Definition) -> View,
        _ otherView: @escaping (Other) -> View,
        outputs: @escaping (Definition.Output, Other.Output) -> Bool = { _, _ in true }
    ) -> BehaviourDifference<Definition, Other>? {
        let comparison = Comparison(
            graph: self,
            other: other,
            isSame: relation == .sameBehaviour,
            translate: events,
            areViewsEqual: { view($0) == otherView($1) },
            areOutputsEquivalent: outputs
        )
        return comparison.difference(of: states.prefix(initialCount))
    }
}
