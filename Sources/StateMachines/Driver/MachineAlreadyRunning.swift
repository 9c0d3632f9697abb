#if !hasFeature(Embedded)
/// The error for a `run` that is called while another `run` of the machine is in progress.
///
/// A machine has one run at a time. Cancel the run in progress before you call `run` again. The new
/// run then waits until the cancelled run has ended.
public struct MachineAlreadyRunning: Error, Hashable, CustomStringConvertible {
    /// One sentence that explains what to do.
    public var description: String {
        "The machine is already running; cancel the other run, or wait for it to return"
    }
}
#endif
