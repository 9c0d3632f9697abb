#if !hasFeature(Embedded)
/// The actor of a run that is called outside every actor.
actor RunActor {}
#endif
