#if !hasFeature(Embedded)
import Synchronization

/// The number of hooks that have been registered in this process, and so the latest hook's number.
///
/// If each machine counted its own hooks, you couldn't tell two tokens apart once their machines
/// have been released.
private let hookCount = Atomic(0)

extension StateMachine {
    /// A value that cancels a hook, or several hooks that were registered together.
    ///
    /// If you discard the token, the hook stays registered as long as the machine lives.
    ///
    /// ```swift
    /// let token = machine.onEntry(of: .live) { lamp.isOn = true }
    /// token.cancel()
    /// ```
    ///
    /// Like its machine, a token belongs to one actor. A callback on another thread can't use it.
    /// Instead, pass the callback a closure that's isolated to the actor and cancels the hook; see
    /// <doc:Hooks>.
    public struct HookToken {
        private weak var machine: StateMachine?

        /// A weak reference, so that an object can retain the token of a hook that captures the
        /// object.
        private weak var hook: RemovableHook?

        /// The hook's number, which identifies it even after its machine has been released.
        private let number: Int

        /// Tokens that were joined with this one.
        private var others: ArraySlice<HookToken> = []

        init(machine: StateMachine, hook: RemovableHook) {
            self.machine = machine
            self.hook = hook
            number = hookCount.add(1, ordering: .relaxed).newValue
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
        /// A cancelled hook isn't called again, even if a turn is in progress. Its captures are
        /// released immediately if the machine is idle, and otherwise after the last enqueued
        /// event. Cancelling a hook twice has no effect.
        ///
        /// - Complexity: O(1) for each hook, amortized.
        public func cancel() {
            guard let machine, let runtime = machine.runtime, markAsRemoved(in: runtime) else { return }
            machine.updateListenersWhenIdle()
        }

        /// Marks the hooks as removed and returns whether at least one of them was not marked
        /// before.
        ///
        /// The token retains the hook only during this call, so the machine performs the last
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
    /// Returns whether two tokens cancel equal sets of hooks.
    public static func == (one: Self, other: Self) -> Bool {
        one.number == other.number && one.others == other.others
    }

    /// Hashes the identities of the hooks that the token cancels.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(others)
    }
}
#endif
