#if !hasFeature(Embedded)
/// A hook that can be cancelled while hooks are being called.
@usableFromInline
class RemovableHook {
    @exclusivity(unchecked) @usableFromInline final var isRemoved = false

    @usableFromInline
    init() {}
}
#endif
