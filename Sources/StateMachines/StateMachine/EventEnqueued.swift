#if !hasFeature(Embedded)
/// An enqueued event has no output yet.
public struct EventEnqueued: Error, Hashable, CustomStringConvertible {
    /// One sentence that says where the output goes.
    public var description: String { "The event is enqueued; its output goes to the onTransition hooks" }
}
#endif
