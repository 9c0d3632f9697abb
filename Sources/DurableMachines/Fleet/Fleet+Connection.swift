public import StateMachines

/// Calls within your own transaction.
///
/// These calls change nothing until you commit, so the fleet's observer gets no reports of them. If
/// your connection throws an error, the call wraps it in ``FleetTransactionError/thrown(_:)``, and
/// you must roll the transaction back. All other errors are thrown as
/// ``FleetTransactionError/fleet(_:)``.
extension Fleet {
    /// Creates a machine in your transaction, unless it exists already.
    ///
    /// - Parameters:
    ///   - id: The machine's name.
    ///   - state: The initial state.
    ///   - connection: Your connection, on which you have begun a transaction.
    /// - Returns: Whether this call created the machine.
    @discardableResult
    public nonisolated(nonsending) func create(
        _ id: String,
        in state: Definition,
        using connection: some FleetSQLConnection
    ) async throws(FleetTransactionError) -> Creation {
        try await perform(creation(of: id, in: state), using: connection)
    }

    /// Creates a machine in your transaction, unless it exists already.
    @discardableResult
    public func create(
        _ id: String,
        in state: Definition,
        using connection: some BlockingFleetSQLConnection
    ) throws(FleetTransactionError) -> Creation {
        try perform(creation(of: id, in: state), using: connection)
    }

    /// Sends an event to a machine in your transaction.
    ///
    /// The machine is locked until the transaction ends. If you roll the transaction back, the
    /// event was never sent, and you may use its ID again.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The machine's name.
    ///   - eventID: The event's ID, which you choose. If you send the event again with this ID, it
    ///     isn't handled again. Sending a different event with this ID throws an error; see
    ///     ``send(_:to:eventID:ifVersion:)``.
    ///   - version: The version that the machine must have; `nil` for any.
    ///   - connection: Your connection, on which you have begun a transaction.
    /// - Returns: Whether the machine handled or rejected the event. Nothing is durable before you
    ///   commit.
    @discardableResult
    public nonisolated(nonsending) func send(
        _ event: Definition.Event,
        to id: String,
        eventID: String,
        ifVersion version: Int? = nil,
        using connection: some FleetSQLConnection
    ) async throws(FleetTransactionError) -> FleetOutcome<Definition> {
        try await perform(sending(event, to: id, eventID, ifVersion: version), using: connection).outcome
    }

    /// Sends an event to a machine in your transaction.
    @discardableResult
    public func send(
        _ event: Definition.Event,
        to id: String,
        eventID: String,
        ifVersion version: Int? = nil,
        using connection: some BlockingFleetSQLConnection
    ) throws(FleetTransactionError) -> FleetOutcome<Definition> {
        try perform(sending(event, to: id, eventID, ifVersion: version), using: connection).outcome
    }

    /// Reads a machine in your transaction and locks it until the transaction ends.
    ///
    /// - Parameters:
    ///   - id: The machine's name.
    ///   - connection: Your connection, on which you have begun a transaction.
    /// - Returns: The machine; `nil` if no machine has this name.
    public nonisolated(nonsending) func machine(
        _ id: String,
        using connection: some FleetSQLConnection
    ) async throws(FleetTransactionError) -> Entry? {
        try await perform(reading(id), using: connection)
    }

    /// Reads a machine in your transaction and locks it until the transaction ends.
    ///
    /// Returns `nil` if no machine has this name.
    public func machine(_ id: String, using connection: some BlockingFleetSQLConnection) throws(FleetTransactionError)
        -> Entry?
    {
        try perform(reading(id), using: connection)
    }

    /// Deletes a machine in your transaction.
    ///
    /// - Parameters:
    ///   - id: The machine's name.
    ///   - connection: Your connection, on which you have begun a transaction.
    public nonisolated(nonsending) func delete(_ id: String, using connection: some FleetSQLConnection)
        async throws(FleetTransactionError)
    {
        try await perform(deletion(of: id), using: connection)
    }

    /// Deletes a machine in your transaction.
    public func delete(_ id: String, using connection: some BlockingFleetSQLConnection) throws(FleetTransactionError) {
        try perform(deletion(of: id), using: connection)
    }

    /// Wakes the workers, so that they look for jobs immediately.
    ///
    /// Call this method after you have committed a transaction with an event. If you don't, workers
    /// find the new jobs within ``FleetSettings/pollInterval``. With a ``PostgreSQLStore``, this
    /// method also sends a hint to the workers of other processes.
    public func wakeWorkers() {
        wakeUp.signal()
        Task { await store.sendHint(to: name) }
    }

    // MARK: Connections

    private typealias Body<Result> = (any StoreTransaction) throws -> Result

    private func perform<Result>(
        _ body: @autoclosure () throws -> Body<Result>,
        using connection: some BlockingFleetSQLConnection
    ) throws(FleetTransactionError) -> Result {
        do {
            let rows = SQLTransaction(on: CallerConnection(connection), fleet: name, isWriting: true, now: nil)
            let result = try body()(rows)
            try rows.finish()
            return result
        } catch {
            throw FleetTransactionError(error)
        }
    }

    private nonisolated(nonsending) func perform<Result>(
        _ body: @autoclosure () throws -> Body<Result>,
        using connection: some FleetSQLConnection
    ) async throws(FleetTransactionError) -> Result {
        do {
            return try await SQLTranscript.perform(on: connection, fleet: name, isWriting: true, body())
        } catch {
            throw FleetTransactionError(error)
        }
    }

    /// A caller's connection that marks its errors, to distinguish them from others.
    private struct CallerConnection<Base: BlockingFleetSQLConnection>: BlockingFleetSQLConnection {
        private let base: Base

        init(_ base: Base) { self.base = base }

        var dialect: FleetSQLDialect { base.dialect }
        var name: String { base.name }

        func query(_ statement: FleetSQLStatement) throws -> [[FleetSQLValue]] {
            do { return try base.query(statement) } catch { throw CallerError(error: error) }
        }

        func perform(_ statements: [FleetSQLStatement]) throws -> [[[FleetSQLValue]]] {
            do { return try base.perform(statements) } catch { throw CallerError(error: error) }
        }
    }

    // MARK: Bodies

    private func creation(of id: String, in state: Definition) throws -> Body<Creation> {
        let id = try MachineID(id)
        return { rows in
            try rows.prefetch(id, event: nil)
            return try StoredMachine<Definition>.create(id, in: state, of: self, rows: rows).result
        }
    }

    private func reading(_ id: String) throws -> Body<Entry?> {
        let id = try MachineID(id)
        return { rows in try rows.machine(id).flatMap { try Self.entry($0) } }
    }

    private func deletion(of id: String) throws -> Body<Void> {
        let id = try MachineID(id)
        return { rows in
            try rows.prefetch(id, event: nil)
            _ = try StoredMachine<Definition>.delete(id, rows: rows)
        }
    }
}
