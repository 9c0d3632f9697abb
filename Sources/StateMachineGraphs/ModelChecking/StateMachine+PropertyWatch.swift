public import StateMachines

extension StateMachine {
    /// Checks properties while this machine runs.
    ///
    /// ```swift
    /// let watch = machine.watch(StreamState.properties) { failure in Issue.record("\(failure)") }
    /// // …
    /// #expect(watch.pending.isEmpty)
    /// ```
    ///
    /// The watch reports a property as soon as a state or an event violates it. It reports each
    /// property at most once, with the last events up to the violation.
    ///
    /// A running machine cannot refute a liveness property, because it may still reach the goal.
    /// Until then, the watch lists the property in ``PropertyWatch/pending``.
    ///
    /// A single run cannot refute `reachable` or `alwaysPossible`. If the watch does not begin in
    /// one of the `initialStates`, it also cannot check properties that depend on earlier events.
    /// The watch lists all of these properties in ``PropertyWatch/unwatched``.
    ///
    /// Use a watch only in tests and debug builds. It keeps a copy of the state, so Swift can no
    /// longer update a payload in place. Capture the machine weakly in `onFailure` to avoid a
    /// retain cycle.
    ///
    /// - Returns: A watch, which ends when you cancel it or when the machine is released.
    @discardableResult
    public func watch(
        _ properties: [MachineProperty<Definition>],
        onFailure: @escaping (Counterexample<Definition>) -> Void = { _ in }
    ) -> PropertyWatch<Definition> {
        let watch = PropertyWatch(properties, from: state, onFailure: onFailure)
        watch.token = onStep { watch.look(at: $0) }
        return watch
    }
}
