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

        /// Removes the hook and what its closure has captured; when the transition in progress is complete, if there is one.
        ///
        /// It is not called again, not even by that transition.
        public func remove() {
            hook?.isRemoved = true
            machine?.forgetRemovedHooks()
        }
    }
}

/// A hook that can be removed while the hooks are being called.
@usableFromInline
class RemovableHook {
    @exclusivity(unchecked) @usableFromInline final var isRemoved = false

    @usableFromInline
    init() {}
}

/// A closure that is called with what happened.
@usableFromInline
final class Hook<Occurrence>: RemovableHook {
    @usableFromInline let body: (Occurrence) -> Void

    @usableFromInline
    init(_ body: @escaping (Occurrence) -> Void) {
        self.body = body
    }

    @inlinable
    @inline(__always)
    func call(_ occurrence: Occurrence) {
        if !isRemoved { body(occurrence) }
    }
}

/// A closure that is called when a predicate on the state begins or ceases to hold.
@usableFromInline
final class StateHook<Definition: StateDefinition>: RemovableHook {
    @usableFromInline let predicate: (Definition) -> Bool
    @usableFromInline let body: () -> Void
    @exclusivity(unchecked) @usableFromInline var holds = false

    @usableFromInline
    init(where predicate: @escaping (Definition) -> Bool, perform body: @escaping () -> Void) {
        self.predicate = predicate
        self.body = body
    }

    /// Takes note of whether the predicate holds now, and calls the closure if it did not before.
    @inlinable
    @inline(__always)
    func callIfBegun(in state: Definition) {
        let held = holds
        holds = predicate(state)
        if holds && !held && !isRemoved { body() }
    }

    /// Takes note of whether the predicate holds now, and calls the closure if it did before.
    @inlinable
    @inline(__always)
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

/// Hooks of one kind, in the order of registration.
///
/// They can be called without being held, which would cost more than the call, as long as the list is looked up for each: nothing
/// that a hook does takes one out before all are through. A hook may add others, which are not called in the same turn.
@usableFromInline
struct HookList<Hook: RemovableHook> {
    @usableFromInline var hooks: [Hook] = []

    @inlinable
    init() {}

    @inlinable var isEmpty: Bool { hooks.isEmpty }

    @inlinable var indices: Range<Int> { hooks.indices }

    @inlinable
    mutating func append(_ hook: Hook) { hooks.append(hook) }

    mutating func forgetRemoved() { hooks.removeAll(where: \.isRemoved) }

    @inlinable
    subscript(index: Int) -> Unmanaged<Hook> { Unmanaged.passUnretained(hooks[index]) }
}

extension HookList {
    /// Calls a closure with each hook, where time does not matter.
    func forEach(_ body: (Hook) -> Void) { hooks.forEach(body) }

    /// The same, from the last one to the first.
    func forEachReversed(_ body: (Hook) -> Void) { hooks.reversed().forEach(body) }
}
#endif
