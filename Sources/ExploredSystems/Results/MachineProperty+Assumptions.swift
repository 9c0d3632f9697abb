public import StateMachineGraphs

extension MachineProperty {
    /// Holds if a goal state of a system can be reached from every reachable state under certain
    /// assumptions.
    ///
    /// Without the argument `assuming`, `alwaysPossible` counts every move. It then also holds if
    /// the only way out of a state is a race or a timer that fires late. With an empty list, it
    /// holds only if every state has a path to a goal state without any assumption.
    ///
    /// ```swift
    /// // Every state counts, including the states that only a race leads to.
    /// .alwaysPossible("the session can end", assuming: []) { $0.isSignedOut }
    /// ```
    ///
    /// The assumptions restrict only the paths to a goal state. The property must still hold in the
    /// states that other assumptions lead to.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - assumptions: The assumptions that a path to a goal state may depend on.
    ///   - goal: The condition that makes a state a goal state.
    public static func alwaysPossible<System>(
        _ name: String,
        assuming assumptions: Set<SystemAssumption>,
        _ goal: @escaping Predicate
    ) -> MachineProperty where Definition == SystemState<System>, System: SendableMetatype {
        alwaysPossible(name, through: { $0.assumptions(of: $1).isSubset(of: assumptions) }, goal)
    }
}

extension SystemState {
    /// Returns the assumptions that a move depends on.
    fileprivate func assumptions(of event: Event) -> Set<SystemAssumption> {
        Set(space.edges[number].first { $0.name == event.name }?.assumptions ?? [])
    }
}
