#if !hasFeature(Embedded)
extension StateMachine {
    /// A value that cancels a hook, or several hooks that were registered together.
    ///
    /// If you discard the token, the hook stays registered for the life of the machine.
    ///
    /// ```swift
    /// let token = machine.onEntry(of: .live) { lamp.isOn = true }
    /// token.cancel()
    /// ```
    public struct HookToken {
        private weak var machine: StateMachine?

        /// The hook; weak, so that an object can retain the token of a hook that captures the
        /// object.
        private weak var hook: RemovableHook?

        /// The number of the hook in its machine.
        private let number: Int

        /// The tokens that were joined with this one.
        private var others: ArraySlice<HookToken> = []

        init(machine: StateMachine, hook: RemovableHook, number: Int) {
            self.machine = machine
            self.hook = hook
            self.number = number
        }

        /// Creates a token that cancels all hooks of several tokens of one machine.
        ///
        /// - Parameter tokens: One or more tokens.
        package init(joining tokens: [HookToken]) {
            self = tokens[0]
            others += tokens.dropFirst()
        }

        /// Cancels every hook of this token.
        ///
        /// The machine does not call a cancelled hook again, even if a turn is in progress.
        ///
        /// An idle machine releases the hooks and their captures immediately. A machine that is
        /// handling events releases them after the last enqueued event. Cancelling a hook twice has
        /// no effect.
        ///
        /// - Complexity: O(1) for each hook, amortized.
        public func cancel() {
            guard let machine, let runtime = machine.runtime, markAsRemoved(in: runtime) else { return }
            machine.updateListenersWhenIdle()
        }

        /// Marks the hooks as removed and returns whether at least one of them was not marked
        /// before.
        ///
        /// The token retains the hook only during this call, so that the machine performs the last
        /// release.
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
    /// Returns whether two tokens cancel the same hooks.
    public static func == (one: Self, other: Self) -> Bool {
        one.number == other.number && one.machine === other.machine && one.others == other.others
    }

    /// Hashes the identities of the hooks that the token cancels.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(others)
    }
}
#endif
