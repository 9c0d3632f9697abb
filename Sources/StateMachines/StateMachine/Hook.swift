#if !hasFeature(Embedded)
/// A closure that the machine calls with an occurrence, such as a transition.
@usableFromInline
final class Hook<Occurrence>: RemovableHook {
    @usableFromInline let body: (Occurrence) -> Void

    @usableFromInline
    init(_ body: @escaping (Occurrence) -> Void) {
        self.body = body
    }

    @usableFromInline
    required init() { body = { _ in } }

    @inlinable
    @inline(__always)
    func call(_ occurrence: Occurrence) {
        if !isRemoved { body(occurrence) }
    }
}
#endif
