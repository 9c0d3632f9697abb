#if !hasFeature(Embedded)
/// The actor of a run whose caller is not isolated to an actor.
actor RunActor {}
#endif
