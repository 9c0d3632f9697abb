#if !hasFeature(Embedded)
/// Hooks of one kind, in the order of registration.
///
/// A list changes only between two turns of the machine, see ``StateMachine/updateListeners(_:)``. So hooks can be called without being
/// retained, which would cost more than the call.
@usableFromInline
struct HookList<Hook: RemovableHook> {
    @usableFromInline private(set) var hooks: [Hook] = []

    @inlinable
    init() {}

    @inlinable var isEmpty: Bool { hooks.isEmpty }

    @inlinable var indices: Range<Int> { hooks.indices }

    @usableFromInline
    mutating func append(_ hook: Hook) { hooks.append(hook) }

    /// Removes the cancelled hooks.
    ///
    /// - Returns: These hooks, to be released when nothing is half changed: what their closures have captured may do anything in a
    ///   `deinit`.
    mutating func takeRemoved() -> [RemovableHook] {
        let all = hooks
        let removed = all.filter(\.isRemoved)
        if !removed.isEmpty { hooks = all.filter { !$0.isRemoved } }
        return removed
    }

    @inlinable
    subscript(index: Int) -> Unmanaged<Hook> { Unmanaged.passUnretained(hooks[index]) }
}

extension HookList {
    /// Calls a closure with each hook, where speed does not matter.
    func forEach(_ body: (Hook) -> Void) { hooks.forEach(body) }

    /// The same, from the last one to the first.
    func forEachReversed(_ body: (Hook) -> Void) { hooks.reversed().forEach(body) }
}
#endif
