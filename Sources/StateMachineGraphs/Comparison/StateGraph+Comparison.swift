public import StateMachines

/// A relation between two definitions.
public enum ComparisonRelation: Sendable {
    /// Both definitions handle the same events, and their views are equal after each event.
    case sameBehavior

    /// The second definition handles every event that the first one handles, and their views are
    /// equal after each of these events.
    ///
    /// Of the two, only the first definition may reject more events.
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
    /// Both definitions run side by side. The comparison begins in initial states with equal views
    /// and tries every sample event of this definition. A *view* is the part of each state that you
    /// want to compare; the two closures `view` and `otherView` return it. Even if the graphs were
    /// explored with a key, the actual states are compared. Once a run leaves the constraint of
    /// either graph, the comparison stops following it.
    ///
    /// - Parameters:
    ///   - other: The other definition's graph.
    ///   - relation: The relation to prove.
    ///   - events: A closure that translates an event of this definition into an event of the other
    ///     one, or returns `nil` if there is no corresponding event. Such an event must not change
    ///     this definition's view.
    ///   - view: A closure that returns a view for a state of this definition.
    ///   - otherView: A closure that returns a view for a state of the other definition.
    ///   - outputs: A closure that returns whether two outputs are equivalent. By default, all
    ///     outputs count as equivalent.
    /// - Returns: The difference with the shortest sequence of events, or `nil` if the relation
    ///   holds. A difference is also returned if the comparison cannot continue, because the other
    ///   graph does not contain the next state or because there are too many pairs of states.
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
