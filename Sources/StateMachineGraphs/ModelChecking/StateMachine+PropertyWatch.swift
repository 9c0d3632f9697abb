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
    /// As soon as a state or an event violates a property, `onFailure` receives a counterexample
    /// with the last events up to the violation. Each property is reported at most once.
    ///
    /// A running machine cannot refute a liveness property, because it may still reach the goal.
    /// Until then, the property is listed in ``PropertyWatch/pending``.
    ///
    /// Some properties cannot be checked at all and are listed in ``PropertyWatch/unwatched``:
    /// `reachable` and `alwaysPossible`, which no single run can refute, and, if the watch does not
    /// begin in one of the `initialStates`, those that depend on earlier events.
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
