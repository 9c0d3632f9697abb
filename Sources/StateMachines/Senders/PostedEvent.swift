#if !hasFeature(Embedded)
/// An event on its way to a machine, and the instance that has sent it, if any.
struct PostedEvent<Definition: StateDefinition>: Sendable {
    let event: Definition.Event
    let instance: ActivityInstance<Definition>?
}
#endif
