#if !hasFeature(Embedded)
extension StateMachine {
    /// Cancels a hook, or several that belong together.
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

        /// Which hook of the machine it is.
        private let number: Int

        /// The tokens that were joined with this one.
        private var others: ArraySlice<HookToken> = []

        init(machine: StateMachine, hook: RemovableHook, number: Int) {
            self.machine = machine
            self.hook = hook
            self.number = number
        }

        /// A token that cancels all hooks of several tokens of one machine.
        ///
        /// - Parameter tokens: One token or more.
        package init(joining tokens: [HookToken]) {
            self = tokens[0]
            others += tokens.dropFirst()
        }

        /// Removes the hook, which is not called again, not even for the event that is being
        /// processed.
        ///
        /// The closure and its captures are released at once, or when the machine is idle.
        /// Cancelling twice does nothing.
        ///
        /// - Complexity: O(1) for each hook, amortized.
        public func cancel() {
            guard let machine, let runtime = machine.runtime, markAsRemoved(in: runtime) else { return }
            machine.updateListenersWhenIdle()
        }

        /// Marks the hooks, and returns whether one was not marked before.
        ///
        /// It retains the hook only within this function, so that the machine releases it.
        private func markAsRemoved(in runtime: Runtime) -> Bool {
            let areMarked = others.reduce(false) { $1.markAsRemoved(in: runtime) || $0 }
            guard let hook, !hook.isRemoved else { return areMarked }
            hook.isRemoved = true
            runtime.removedHooks.append(hook)
            return true
        }
    }
}

extension StateMachine.HookToken: Hashable {
    /// Tokens are equal if they cancel the same hooks.
    public static func == (one: Self, other: Self) -> Bool {
        one.number == other.number && one.machine === other.machine && one.others == other.others
    }

    /// Hashes which hooks it cancels.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(others)
    }
}
#endif
