#if !hasFeature(Embedded)
/// Hooks of one kind, in the order of registration.
///
/// A list changes only between two turns of the machine, see ``StateMachine/updateListeners(_:)``.
/// So hooks can be called without being retained, which would cost more than the call.
///
/// A hook that does nothing takes the place of a removed one, so that removing takes no search.
/// These gaps are closed when they are as many as the other hooks.
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

    /// Removes a hook, if it is in this list.
    ///
    /// The caller has to retain it until nothing is half changed: what its closure has captured may
    /// do anything in a `deinit`.
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
    /// Calls a closure with each hook, where speed does not matter.
    func forEach(_ body: (Hook) -> Void) { hooks.forEach(body) }

    /// Calls a closure with each hook, in reverse order.
    func forEachReversed(_ body: (Hook) -> Void) { hooks.reversed().forEach(body) }
}
#endif
