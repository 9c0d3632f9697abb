public import StateMachines

extension StateMachine {
    /// Calls a closure with each event that the machine accepts or rejects, as a step.
    ///
    /// ```swift
    /// machine.onStep { print($0) }      // closed ─ lock → locked
    /// ```
    ///
    /// It is called after the hooks of activities and transitions, in the order in which the events
    /// were handled. It costs a copy of the state for each event.
    ///
    /// - Returns: A token that cancels the hook.
    @discardableResult
    public func onStep(perform body: @escaping (TraceStep<Definition>) -> Void) -> HookToken {
        var latest: Transition?
        return HookToken(joining: [
            onTransition { latest = $0 },
            // A hook that is added in the middle of a transition hears of that one, but not of the
            // state before it.
            onChange { before, after in
                guard let transition = latest else { return }
                latest = nil
                body(
                    TraceStep(
                        before: before,
                        event: transition.event,
                        outcome: .handled(transition.output),
                        after: after,
                        exited: transition.exited,
                        entered: transition.entered
                    )
                )
            },
            onRejection {
                body(TraceStep(before: $0.state, event: $0.event, outcome: .rejected, after: $0.state))
            },
        ])
    }
}
