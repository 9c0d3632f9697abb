public import StateMachines

extension StateMachine {
    /// Watches properties while this machine runs.
    ///
    /// ```swift
    /// let watch = machine.watch(StreamState.properties) { failure in Issue.record("\(failure)") }
    /// // …
    /// #expect(watch.pending.isEmpty)
    /// ```
    ///
    /// Each property that speaks of states, events or what has happened is reported as soon as it
    /// is broken, once, with the last events. Liveness cannot be refuted by a run that is not over:
    /// the property is ``PropertyWatch/pending`` until its goal is reached. That something is
    /// possible is not a matter of one run, and is not watched. Neither is what has happened
    /// before, where a machine is not watched from one of its `initialStates` on: see
    /// ``PropertyWatch/unwatched``.
    ///
    /// It keeps a copy of the state, which makes an update of a payload in place a copy, so it
    /// belongs in tests and debug builds. Let `onFailure` capture the machine weakly, or the
    /// machine keeps itself.
    ///
    /// - Returns: The watch. It ends with its machine, or when it is cancelled.
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
