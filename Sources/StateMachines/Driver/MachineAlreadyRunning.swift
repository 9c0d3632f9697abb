#if !hasFeature(Embedded)
/// The machine has a `run` in progress, and can have only one.
///
/// Cancel that run: then the next one waits for its end.
public struct MachineAlreadyRunning: Error, Hashable, CustomStringConvertible {
    /// One sentence that says what to do.
    public var description: String {
        "The machine is being run already; cancel the other run, or wait for it to return"
    }
}
#endif
