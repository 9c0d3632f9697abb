#if !hasFeature(Embedded)
/// A hook that can be cancelled while hooks are being called.
@usableFromInline
class RemovableHook {
    @exclusivity(unchecked) @usableFromInline final var isRemoved = false

    /// Where the hook is in its list; -1 before it is added.
    final var index = -1

    /// Creates a hook that does nothing.
    @usableFromInline
    required init() {}
}
#endif
