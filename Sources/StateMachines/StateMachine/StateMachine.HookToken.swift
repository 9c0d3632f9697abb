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

        /// Removes the hook and what its closure has captured.
        ///
        /// It is not called again, not even by the transition in progress.
        public func remove() {
            hook?.isRemoved = true
            machine?.forgetRemovedHooks()
        }
    }
}

/// A hook that can be removed while the hooks are being called.
@usableFromInline
class RemovableHook {
    @usableFromInline var isRemoved = false

    @usableFromInline
    init() {}
}

/// A closure that is called with what happened.
@usableFromInline
final class Hook<Occurrence>: RemovableHook {
    @usableFromInline let body: (Occurrence) -> Void

    init(_ body: @escaping (Occurrence) -> Void) {
        self.body = body
    }
}

/// A closure that is called when a predicate on the state begins or ceases to hold.
@usableFromInline
final class StateHook<Definition: StateDefinition>: RemovableHook {
    @usableFromInline let predicate: (Definition) -> Bool
    @usableFromInline let body: () -> Void
    @usableFromInline var holds = false

    init(where predicate: @escaping (Definition) -> Bool, perform body: @escaping () -> Void) {
        self.predicate = predicate
        self.body = body
    }

    /// Takes note of whether the predicate holds now, and calls the closure if it did not before.
    @inlinable
    func callIfBegun(in state: Definition) {
        let held = holds
        holds = predicate(state)
        if holds && !held && !isRemoved { body() }
    }

    /// Takes note of whether the predicate holds now, and calls the closure if it did before.
    @inlinable
    func callIfCeased(in state: Definition) {
        let held = holds
        holds = predicate(state)
        if held && !holds && !isRemoved { body() }
    }

    /// Calls the closure if the predicate held, since the machine leaves its last state.
    func callIfHeld() {
        if holds && !isRemoved { body() }
        holds = false
    }
}

extension Array {
    /// Calls every hook in the order of registration, but for those that an earlier one of them has removed.
    @inlinable
    func call<Occurrence>(_ occurrence: @autoclosure () -> Occurrence) where Element == Hook<Occurrence> {
        guard !isEmpty else { return }
        let occurrence = occurrence()
        for hook in self where !hook.isRemoved { hook.body(occurrence) }
    }
}
#endif
