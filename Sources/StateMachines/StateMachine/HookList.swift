#if !hasFeature(Embedded)
/// Hooks of one kind, in the order of registration.
///
/// A list changes only between two turns of the machine (see ``StateMachine/updateListeners(_:)``).
/// That lets the machine call hooks without retaining them, which would cost more than the call.
///
/// A removed hook is replaced by a placeholder that does nothing. The other hooks keep their
/// indices, so removing a hook needs no search. Once at least half of the list consists of
/// placeholders, they are removed.
@usableFromInline
struct HookList<Hook: RemovableHook> {
    @usableFromInline private(set) var hooks: [Hook] = []

    private var gapCount = 0

    @inlinable
    init() {}

    var isEmpty: Bool { hooks.count == gapCount }

    @inlinable var indices: Range<Int> { hooks.indices }

    @usableFromInline
    mutating func append(_ hook: Hook) {
        hook.index = hooks.count
        hooks.append(hook)
    }

    /// Removes a hook if this list contains it.
    ///
    /// Retain the hook until the machine is consistent again, because releasing the values that it
    /// has captured may run any code in a `deinit`.
    ///
    /// - Complexity: O(1), amortized.
    mutating func remove(_ hook: RemovableHook) {
        guard hooks.indices.contains(hook.index), hooks[hook.index] === hook else { return }
        let gap = Hook()
        gap.isRemoved = true
        hooks[hook.index] = gap
        gapCount += 1
        if gapCount * 2 >= hooks.count { closeGaps() }
    }

    private mutating func closeGaps() {
        hooks.removeAll(where: \.isRemoved)
        for (index, hook) in hooks.enumerated() { hook.index = index }
        gapCount = 0
    }

    @inlinable
    subscript(index: Int) -> Unmanaged<Hook> { Unmanaged.passUnretained(hooks[index]) }
}

extension HookList {
    /// Calls a closure with each hook; for code in which speed does not matter.
    func forEach(_ body: (Hook) -> Void) { hooks.forEach(body) }

    /// Calls a closure with each hook, in reverse order.
    func forEachReversed(_ body: (Hook) -> Void) { hooks.reversed().forEach(body) }
}
#endif
