#if !hasFeature(Embedded)
/// A hook that can be cancelled while hooks are being called.
@usableFromInline
class RemovableHook {
    @exclusivity(unchecked) @usableFromInline final var isRemoved = false

    @usableFromInline
    init() {}
}

/// A closure that is called with an occurrence, such as a transition.
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

/// A closure that is called when a predicate on the state begins to hold, or when it ceases to hold.
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

    /// Evaluates the predicate for the state in which the hook is added; `nil` if the machine is not running.
    @inlinable
    func evaluate(in state: Definition?) {
        if let state { holds = predicate(state) }
    }

    /// Evaluates the predicate, and calls the closure if it holds and did not before.
    @inlinable
    @inline(__always)
    func callIfEntered(in state: Definition) {
        guard !isRemoved else { return }
        let held = holds
        holds = predicate(state)
        if holds && !held && !isRemoved { body() }
    }

    /// Evaluates the predicate, and calls the closure if it held before and does not any more.
    @inlinable
    @inline(__always)
    func callIfExited(in state: Definition) {
        guard !isRemoved else { return }
        let held = holds
        holds = predicate(state)
        if held && !holds && !isRemoved { body() }
    }

    /// Calls the closure if the predicate held, since the machine exits its last state.
    func callOnStop() {
        if holds && !isRemoved { body() }
        holds = false
    }
}
#endif
