#if !hasFeature(Embedded)
/// Works where another actor does, one at a time with it, without holding it: good for as long as somebody else does.
///
/// To hop to that actor itself would be to hold it for the time of the call, which costs more than the rest of the call.
@usableFromInline
actor Guest {
    @usableFromInline nonisolated let unownedExecutor: UnownedSerialExecutor

    init(of host: any Actor) {
        unownedExecutor = host.unownedExecutor
    }
}
#endif
