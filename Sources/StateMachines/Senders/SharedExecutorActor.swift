#if !hasFeature(Embedded)
/// An actor that shares another actor's executor without retaining that actor.
///
/// It is valid for as long as something else keeps the other actor alive. A hop to the other actor
/// itself would retain it for the time of the call, which costs more than the rest of the call.
@usableFromInline
actor SharedExecutorActor {
    @usableFromInline nonisolated let unownedExecutor: UnownedSerialExecutor

    init(of actor: any Actor) {
        unownedExecutor = actor.unownedExecutor
    }
}
#endif
