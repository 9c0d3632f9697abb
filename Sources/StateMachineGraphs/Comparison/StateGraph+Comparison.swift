public import StateMachines

/// A relation between two definitions.
public enum ComparisonRelation: Sendable {
    /// Both definitions handle the same events, and their views are equal after each event.
    case sameBehavior

    /// The second definition handles every event that the first definition handles, and their views
    /// are equal after each of these events.
    ///
    /// The first definition may reject more events.
    case refinement
}

extension StateGraph {
    /// Compares the behavior of two definitions, event by event.
    ///
    /// ```swift
    /// let nested = try StateGraph(exploring: RemoteContentState.self)
    /// let flat = try StateGraph(exploring: FlatRemoteContentState.self)
    /// nested.difference(from: flat, events: \.flat, states: \.flat, \.self)    // nil
    /// ```
    ///
    /// The comparison runs both definitions side by side. It begins in initial states with equal
    /// views and tries every sample event of this definition. The first closure translates events
    /// into events of the other definition. The next two closures return the view of a state, which
    /// is the part of the state that the method compares. Even if the graphs were explored with a
    /// key, the comparison uses the actual states. It stops following a run when one of the
    /// definitions leaves the constraint of its graph.
    ///
    /// - Parameters:
    ///   - other: The graph of the other definition.
    ///   - relation: The relation to prove.
    ///   - events: A closure that translates an event of this definition into an event of the other
    ///     definition. It returns `nil` if the other definition has no corresponding event. In this
    ///     case, the event must not change the view of this definition.
    ///   - view: A closure that returns the view of a state of this definition.
    ///   - otherView: A closure that returns the view of a state of the other definition.
    ///   - outputs: A closure that returns whether two outputs are equivalent. By default, all
    ///     outputs count as equivalent.
    /// - Returns: The difference with the shortest sequence of events, or `nil` if the relation
    ///   holds. The method also returns a difference if it cannot continue after a sequence of
    ///   events. This happens if the graph of the other definition does not contain the next state,
    ///   or if there are too many pairs of states.
    /// - Complexity: One call of `handleEvent` of each definition for every sample event in every
    ///   reached pair of states.
    public func difference<Other: FiniteStateDefinition, View: Equatable>(
        from other: StateGraph<Other>,
        as relation: ComparisonRelation = .sameBehavior,
        events: @escaping (Definition.Event) -> Other.Event?,
        states view: @escaping (Definition) -> View,
        _ otherView: @escaping (Other) -> View,
        outputs: @escaping (Definition.Output, Other.Output) -> Bool = { _, _ in true }
    ) -> BehaviorDifference<Definition, Other>? {
        let comparison = Comparison(
            graph: self,
            other: other,
            isSame: relation == .sameBehavior,
            translate: events,
            areViewsEqual: { areSame(view($0), otherView($1)) },
            areOutputsEquivalent: outputs
        )
        return comparison.difference(of: states.prefix(initialCount))
    }
}
