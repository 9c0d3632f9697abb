public import StateMachineGraphs
public import StateMachines

extension StateMachine {
    /// Records this machine in a file.
    ///
    /// ```swift
    /// session.record("session", in: file, watching: Session.properties, redacting: .payloads)
    /// ```
    ///
    /// Call this method before the machine starts, on the machine's actor, and outside hooks. The
    /// recording ends when the machine is released.
    ///
    /// - Parameters:
    ///   - name: The machine's name in the file. Give each machine of a file a different name, such
    ///     as `"session \(id)"`, because readers find a machine by its name, and the latest one if
    ///     several have it.
    ///   - file: The file.
    ///   - properties: Properties to watch; the file records where each one is violated.
    ///   - redaction: Information that must not be written.
    ///   - isolation: The caller's actor, which is passed by default.
    /// - Returns: A token with which you can end the recording before the machine is released.
    @discardableResult
    public func record(
        _ name: String,
        in file: RecordingFile,
        watching properties: [MachineProperty<Definition>] = [],
        redacting redaction: MachineRedaction = .nothing,
        isolation: isolated (any Actor)? = #isolation
    ) -> RecordingToken<Definition> {
        let number = file.queue.addMachine(MachineSource(of: self), retaining: file)
        return RecordingToken(
            hooks: FeedHooks(
                of: self,
                name,
                to: file.queue,
                numbered: number,
                watching: properties,
                redacting: redaction
            )
        )
    }
}

/// A token for a machine's recording, which ends when the machine is released or when you cancel
/// it.
public struct RecordingToken<Definition: StateDefinition> {
    let hooks: FeedHooks<Definition>

    /// Ends the machine's recording.
    public func cancel() { hooks.cancel() }
}
