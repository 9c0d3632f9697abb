#if !hasFeature(Embedded)
/// The error that ``StateMachine/Outcome/get()`` throws for an enqueued event, which has no output
/// yet.
public struct EventEnqueued: Error, Hashable, CustomStringConvertible {
    /// One sentence that says where the output goes.
    public var description: String { "The event is enqueued; onTransition hooks receive its output" }
}
#endif
