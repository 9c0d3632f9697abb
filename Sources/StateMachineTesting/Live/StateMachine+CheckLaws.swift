import StateMachineGraphs
public import StateMachines

extension StateMachine where Definition: Equatable {
    /// Checks with each event of a live machine that it obeys the laws, in a debug build of an app
    /// for instance.
    ///
    /// ```swift
    /// let checks = machine.checkLaws { violation in logger.error("\(violation)") }
    /// // …
    /// checks.cancel()
    /// ```
    ///
    /// It checks the laws that hooks can see: a rejected event changes nothing, the machine does
    /// what the definition does when it is run once more, states visit what they list, and
    /// activities are entered and exited in order. Each event then costs several copies of the
    /// state, and one more call of `handleEvent`, which must have no side effects.
    ///
    /// Call it outside of hooks: hooks see a transition in progress only in part.
    ///
    /// - Parameter report: Called with each violation, once all listeners have been notified of the
    ///   event.
    /// - Returns: A token that ends the check.
    @discardableResult
    public func checkLaws(report: @escaping (LawViolation<Definition>) -> Void) -> HookToken {
        let checks = LiveChecks(of: self, report)
        return HookToken(
            joining: [
                onActivityExit { checks.monitor.exit($0) },
                onActivityEntry { checks.monitor.enter($0) },
                // At the start, if that is still to come: what is entered then does not belong to
                // the first event.
                onEntry(where: { _ in true }) { [weak self] in checks.monitor.settle(self?.activities ?? []) },
                onStep { [weak self] in checks.check($0, activities: self?.activities ?? []) },
            ]
        )
    }
}
