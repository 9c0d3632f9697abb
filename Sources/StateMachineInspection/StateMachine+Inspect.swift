public import StateMachineGraphs
public import StateMachines

extension StateMachine {
    /// Shows what this machine does in an inspector, if there is one.
    ///
    /// ```swift
    /// machine.inspect("player")
    /// machine.inspect("player", watching: VideoState.properties, accepting: [.samples])
    /// ```
    ///
    /// Without an inspector it does nothing: no hook is registered. With one, each event costs two
    /// copies of the state; the rest is done elsewhere, at a low priority. Call it before the
    /// machine starts, on the machine's actor, and outside of hooks.
    ///
    /// - Parameters:
    ///   - name: What to call the machine; several may have the same name.
    ///   - properties: Properties to be watched; each is reported as soon as it is broken.
    ///   - sources: The events that a page may send; none by default.
    ///   - redaction: What must not leave the process.
    ///   - inspector: The inspector, by default that of the environment variable
    ///     `MACHINE_INSPECTOR`.
    ///   - isolation: Leave it out; it is the actor that this is called from.
    /// - Returns: A token that ends the inspection; otherwise it ends with the machine. `nil` if
    ///   there is no inspector.
    @discardableResult
    public func inspect(
        _ name: String,
        watching properties: [MachineProperty<Definition>] = [],
        accepting sources: [AcceptedEvents<Definition>] = [],
        redacting redaction: Redaction = .nothing,
        by inspector: MachineInspector? = .shared,
        isolation: isolated (any Actor)? = #isolation
    ) -> MachineInspection<Definition>? {
        guard let inspector else { return nil }
        let receiver = sources.isEmpty ? nil : CommandReceiver(sources, from: stateUntracked, sender())
        let feed = MachineFeed(to: inspector, redaction, receiver)
        return MachineInspection(of: self, name, watching: properties, feed)
    }
}
