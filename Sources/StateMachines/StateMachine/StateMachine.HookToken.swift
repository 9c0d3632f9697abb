#if !hasFeature(Embedded)
extension StateMachine {
    /// Cancels a hook.
    ///
    /// A hook whose token is discarded stays for the life of the machine.
    ///
    /// ```swift
    /// let token = machine.onEntry(of: .live) { lamp.isOn = true }
    /// token.cancel()
    /// ```
    public struct HookToken {
        private weak var machine: StateMachine?

        /// Weak, so that an object can keep the token of a hook that captures the object.
        private weak var hook: RemovableHook?

        init(machine: StateMachine, hook: RemovableHook) {
            self.machine = machine
            self.hook = hook
        }

        /// Removes the hook, which is not called again, not even for the event that is being processed.
        ///
        /// The closure and its captures are released at once, or when the machine is idle. Cancelling twice does nothing.
        ///
        /// - Complexity: O(1), amortized.
        public func cancel() {
            guard let machine, let runtime = machine.runtime, markAsRemoved(in: runtime) else { return }
            machine.updateListenersWhenIdle()
        }

        /// Retains the hook only within this function, so that the machine releases it.
        private func markAsRemoved(in runtime: Runtime) -> Bool {
            guard let hook, !hook.isRemoved else { return false }
            hook.isRemoved = true
            runtime.removedHooks.append(hook)
            return true
        }
    }
}
#endif
