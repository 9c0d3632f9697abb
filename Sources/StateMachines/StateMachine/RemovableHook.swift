#if !hasFeature(Embedded)
/// A hook that can be cancelled while hooks are being called.
@usableFromInline
class RemovableHook {
    @exclusivity(unchecked) @usableFromInline final var isRemoved = false

    /// The hook's index in its list, or -1 before the hook is added.
    final var index = -1

    /// Creates a hook that does nothing.
    @usableFromInline
    required init() {}
}
#endif
