#if !hasFeature(Embedded)
/// A posted event, with the instance that sent it, if any.
struct PostedEvent<Definition: StateDefinition>: Sendable {
    let event: Definition.Event
    let instance: ActivityInstance<Definition>?
}
#endif
