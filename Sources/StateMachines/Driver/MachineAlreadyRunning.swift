#if !hasFeature(Embedded)
/// A machine has one `run` at a time. Cancel the other run, then this one waits for its end.
public struct MachineAlreadyRunning: Error, Hashable, CustomStringConvertible {
    /// One sentence that says what to do.
    public var description: String {
        "The machine is being run already; cancel the other run, or wait for it to return"
    }
}
#endif
