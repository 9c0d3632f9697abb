#if !hasFeature(Embedded)
/// An actor that shares another actor's executor without retaining that actor.
///
/// Keep the other actor alive while this one is in use. A hop to the other actor would retain it
/// during the call, which costs more than the rest of the call.
@usableFromInline
actor SharedExecutorActor {
    @usableFromInline nonisolated let unownedExecutor: UnownedSerialExecutor

    init(of actor: any Actor) {
        unownedExecutor = actor.unownedExecutor
    }
}
#endif
