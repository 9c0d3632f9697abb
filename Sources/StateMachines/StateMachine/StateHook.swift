#if !hasFeature(Embedded)
/// A closure that the machine calls when a predicate on the state becomes true, or when it becomes
/// false.
@usableFromInline
final class StateHook<Definition: StateDefinition>: RemovableHook {
    @usableFromInline let predicate: (Definition) -> Bool
    @usableFromInline let body: () -> Void
    @exclusivity(unchecked) @usableFromInline var holds = false

    /// An entry hook's closure that is called when the machine stops.
    var onStop: (() -> Void)?

    @usableFromInline
    init(where predicate: @escaping (Definition) -> Bool, perform body: @escaping () -> Void) {
        self.predicate = predicate
        self.body = body
    }

    @usableFromInline
    required init() {
        predicate = { _ in false }
        body = {}
    }

    /// Evaluates the predicate when the hook is added.
    ///
    /// - Parameter state: The current state, or `nil` if the machine is not running.
    @inlinable
    func evaluate(in state: Definition?) {
        if let state { holds = predicate(state) }
    }

    /// Evaluates the predicate and calls the closure if the predicate has become true.
    @inlinable
    @inline(__always)
    func callIfEntered(in state: Definition) {
        guard !isRemoved else { return }
        let held = holds
        holds = predicate(state)
        if holds && !held && !isRemoved { body() }
    }

    /// Evaluates the predicate and calls the closure if the predicate has become false.
    @inlinable
    @inline(__always)
    func callIfExited(in state: Definition) {
        guard !isRemoved else { return }
        let held = holds
        holds = predicate(state)
        if held && !holds && !isRemoved { body() }
    }

    /// Calls the closure if the predicate was true.
    ///
    /// A machine that stops exits its last state.
    func callOnStop() {
        if holds && !isRemoved { body() }
        holds = false
    }
}
#endif
