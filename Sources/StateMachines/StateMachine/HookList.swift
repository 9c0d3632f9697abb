#if !hasFeature(Embedded)
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
