#if !hasFeature(Embedded)
/// Hooks of one kind, in the order of registration.
///
/// A list changes only between two turns of the machine, see ``StateMachine/updateListeners(_:)``. So hooks can be called without being
/// retained, which would cost more than the call.
///
/// A removed hook leaves a gap, so that removing it takes no search. Gaps are closed when they are
/// as many as the hooks.
@usableFromInline
struct HookList<Hook: RemovableHook> {
    @usableFromInline private(set) var slots: [Hook?] = []

    private var gapCount = 0

    @inlinable
    init() {}

    var isEmpty: Bool { slots.count == gapCount }

    @inlinable var indices: Range<Int> { slots.indices }

    @usableFromInline
    mutating func append(_ hook: Hook) {
        hook.index = slots.count
        slots.append(hook)
    }

    /// Removes a hook, if it is in this list.
    ///
    /// The caller has to retain it until nothing is half changed: what its closure has captured may do anything in a `deinit`.
    ///
    /// - Complexity: O(1), amortized.
    mutating func remove(_ hook: RemovableHook) {
        guard slots.indices.contains(hook.index), slots[hook.index] === hook else { return }
        slots[hook.index] = nil
        gapCount += 1
        if gapCount * 2 >= slots.count { closeGaps() }
    }

    private mutating func closeGaps() {
        slots.removeAll { $0 == nil }
        for (index, hook) in slots.enumerated() { hook?.index = index }
        gapCount = 0
    }

    @inlinable
    subscript(index: Int) -> Unmanaged<Hook>? { slots[index].map { Unmanaged.passUnretained($0) } }
}

extension HookList {
    /// Calls a closure with each hook, where speed does not matter.
    func forEach(_ body: (Hook) -> Void) {
        for case let hook? in slots { body(hook) }
    }

    /// Calls a closure with each hook, in reverse order.
    func forEachReversed(_ body: (Hook) -> Void) {
        for case let hook? in slots.reversed() { body(hook) }
    }
}
#endif
