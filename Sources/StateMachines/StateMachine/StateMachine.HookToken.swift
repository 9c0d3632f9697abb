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

        /// Removes the hook and what its closure has captured; when the machine is idle again, if a transition is in progress.
        ///
        /// It is not called again, not even by that transition.
        public func remove() {
            guard let hook, !hook.isRemoved else { return }
            hook.isRemoved = true
            machine?.attachments?.hasRemovedHooks = true
            machine?.updateListenersWhenIdle()
        }
    }
}
#endif
