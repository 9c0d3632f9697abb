#if !hasFeature(Embedded)
extension StateMachine {
    /// Removes a hook.
    ///
    /// A token that is thrown away leaves its hook in place for the life of the machine.
    ///
    /// ```swift
    /// let token = machine.onEntry(of: .live) { lamp.isOn = true }
    /// token.remove()
    /// ```
    public struct HookToken {
        private weak var machine: StateMachine?

        /// Weak, so that an object can keep the token of a hook that captures this object.
        private weak var hook: RemovableHook?

        init(machine: StateMachine, hook: RemovableHook) {
            self.machine = machine
            self.hook = hook
        }

        /// Removes the hook and what its closure has captured; when nothing waits any more, if a transition is in progress.
        ///
        /// It is not called again, not even by that transition.
        public func remove() {
            guard markAsRemoved() else { return }
            machine?.attachments?.hasRemovedHooks = true
            machine?.updateListenersWhenIdle()
        }

        /// Does not retain the hook for longer than that, so that the machine releases it.
        private func markAsRemoved() -> Bool {
            guard let hook, !hook.isRemoved else { return false }
            hook.isRemoved = true
            return true
        }
    }
}
#endif
