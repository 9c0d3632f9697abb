public import StateMachineGraphs
public import StateMachineRecording
public import StateMachines

extension StateMachine {
    /// Shows this machine in an inspector, if there is one.
    ///
    /// ```swift
    /// machine.inspect("player")
    /// machine.inspect("player", watching: VideoState.properties, accepting: [.samples])
    /// ```
    ///
    /// Without an inspector, this method does nothing and registers no hooks. With an inspector,
    /// each event costs two copies of the state, and the remaining work runs elsewhere at a low
    /// priority. Call this method before the machine starts, on the machine's actor, and outside
    /// hooks.
    ///
    /// - Parameters:
    ///   - name: The name to show for the machine. Several machines may have the same name.
    ///   - properties: The properties to watch. Each one is reported as soon as it is violated.
    ///   - sources: The events that a page may send. The default is none.
    ///   - redaction: The information that must not leave the process.
    ///   - inspector: The inspector. The default is the inspector from the environment variable
    ///     `MACHINE_INSPECTOR`.
    ///   - isolation: The actor of the caller. Leave this parameter out, except in the initial
    ///     value of a property, which has no isolation: name the actor there, for example
    ///     `MainActor.shared`.
    /// - Returns: A token with which you can end the inspection before the machine is released, or
    ///   `nil` if there is no inspector.
    @discardableResult
    public func inspect(
        _ name: String,
        watching properties: [MachineProperty<Definition>] = [],
        accepting sources: [AcceptedEvents<Definition>] = [],
        redacting redaction: MachineRedaction = .nothing,
        by inspector: MachineInspector? = .shared,
        isolation: isolated (any Actor)? = #isolation
    ) -> MachineInspection<Definition>? {
        guard let inspector else { return nil }
        let receiver =
            sources.isEmpty
            ? nil
            : CommandReceiver(
                sources,
                from: stateUntracked,
                sender(),
                redacting: redaction
            )
        let number = inspector.outbox.addMachine(MachineSource(of: self), receiver: receiver?.receive)
        return MachineInspection(
            hooks: FeedHooks(
                of: self,
                name,
                to: inspector.outbox,
                numbered: number,
                watching: properties,
                accepting: receiver?.names ?? [],
                redacting: redaction,
                onState: { receiver?.update($0) }
            )
        )
    }
}
