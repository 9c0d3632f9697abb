import StateMachineRecording
public import StateMachines

/// The inspection of a machine, which ends when the machine is released or when you cancel it.
public struct MachineInspection<Definition: StateDefinition> {
    let hooks: FeedHooks<Definition>

    /// Ends the inspection.
    public func cancel() { hooks.cancel() }
}
