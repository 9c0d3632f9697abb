public import StateMachines

extension StateMachine {
    /// Calls a closure with a step for each event that the machine handles or rejects.
    ///
    /// ```swift
    /// machine.onStep { print($0) }      // closed ─ lock → locked
    /// ```
    ///
    /// Steps arrive in the order in which the machine handled their events, after the activity
    /// hooks and the transition hooks. This hook costs a copy of the state for each event.
    ///
    /// - Returns: A token that cancels the hook.
    @discardableResult
    public func onStep(perform body: @escaping (TraceStep<Definition>) -> Void) -> HookToken {
        var latest: Transition?
        return HookToken(joining: [
            onTransition { latest = $0 },
            // A hook that is added during a transition is told the transition, but not the state
            // before it.
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
                body(TraceStep(before: $0.state, event: $0.event, outcome: .rejected($0.reason), after: $0.state))
            },
        ])
    }
}
