import StateMachineGraphs
public import StateMachines

extension StateMachine where Definition: Equatable {
    /// Checks laws after each event of a live machine, for example in a debug build of an app.
    ///
    /// ```swift
    /// let checks = machine.checkLaws { violation in logger.error("\(violation)") }
    /// // …
    /// checks.cancel()
    /// ```
    ///
    /// The check covers the laws that it can observe with hooks:
    /// - A rejected event changes nothing.
    /// - A second call of `handleEvent` gives the machine's result.
    /// - `forEachActivity` visits the elements of `activities`.
    /// - Equal activities have equal hash values.
    /// - Activities are entered and exited in the correct order.
    ///
    /// For each event, the check copies the state several times and calls `handleEvent` once more,
    /// which must not have side effects.
    ///
    /// Do not call this method in a hook, because a hook sees only a part of the transition in
    /// progress.
    ///
    /// - Parameter report: A closure that receives each violation, after all listeners have been
    ///   notified of the event.
    /// - Returns: A token that ends the check.
    @discardableResult
    public func checkLaws(report: @escaping (LawViolation<Definition>) -> Void) -> HookToken {
        let checks = LiveChecks(of: self, report)
        return HookToken(
            joining: [
                onActivityExit { checks.monitor.exit($0) },
                onActivityEntry { checks.monitor.enter($0) },
                // If the machine starts later, the activities that it enters at the start do not
                // belong to the first event.
                onEntry(where: { _ in true }) { [weak self] in checks.monitor.settle(self?.activities ?? []) },
                onStep { [weak self] in checks.check($0, activities: self?.activities ?? []) },
            ]
        )
    }
}
