#if !hasFeature(Embedded)
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

    /// Takes note of whether the predicate holds in the state in which the hook is added; `nil` if the machine is in none.
    @inlinable
    func begin(in state: Definition?) {
        if let state { holds = predicate(state) }
    }

    /// Takes note of whether the predicate holds now, and calls the closure if it did not before.
    @inlinable
    @inline(__always)
    func callIfBegun(in state: Definition) {
        guard !isRemoved else { return }
        let held = holds
        holds = predicate(state)
        if holds && !held && !isRemoved { body() }
    }

    /// Takes note of whether the predicate holds now, and calls the closure if it did before.
    @inlinable
    @inline(__always)
    func callIfCeased(in state: Definition) {
        guard !isRemoved else { return }
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
#endif
