public import StateMachines

/// Calls within your own transaction.
///
/// These calls change nothing until you commit, and the fleet's observer gets no reports of them.
/// If your connection throws an error, the call wraps it in ``FleetTransactionError/thrown(_:)``,
/// and you must roll back the transaction. Any other error is thrown as
/// ``FleetTransactionError/fleet(_:)``.
extension Fleet {
    /// Creates a machine in your transaction unless it already exists.
    ///
    /// - Parameters:
    ///   - id: The machine's ID.
    ///   - state: The initial state.
    ///   - connection: A connection on which you began a transaction.
    /// - Returns: ``Fleet/Creation/created``, or ``Fleet/Creation/existed`` if the machine already
    ///   existed.
    @discardableResult
    public nonisolated(nonsending) func create(
        _ id: String,
        in state: Definition,
        using connection: some FleetSQLConnection
    ) async throws(FleetTransactionError) -> Creation {
        try await perform(creation(of: id, in: state), using: connection)
    }

    /// Creates a machine in your transaction unless it already exists.
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
    /// This locks the machine until the transaction ends. If you roll back, the event was never
    /// sent, and you can use its ID again.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The machine's ID.
    ///   - eventID: The event's ID, which you choose. It makes a repeated call safe, as in
    ///     ``send(_:to:eventID:ifVersion:)``.
    ///   - version: The ``StoredMachine/version`` that you expect, or `nil` for any.
    ///   - connection: A connection on which you began a transaction.
    /// - Returns: The outcome: handled or rejected. Nothing is durable until you commit.
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
    ///   - id: The machine's ID.
    ///   - connection: A connection on which you began a transaction.
    /// - Returns: The machine; `nil` if no machine has this ID.
    public nonisolated(nonsending) func machine(
        _ id: String,
        using connection: some FleetSQLConnection
    ) async throws(FleetTransactionError) -> Entry? {
        try await perform(reading(id), using: connection)
    }

    /// Reads a machine in your transaction and locks it until the transaction ends.
    ///
    /// Returns `nil` if no machine has this ID.
    public func machine(_ id: String, using connection: some BlockingFleetSQLConnection) throws(FleetTransactionError)
        -> Entry?
    {
        try perform(reading(id), using: connection)
    }

    /// Deletes a machine in your transaction.
    ///
    /// - Parameters:
    ///   - id: The machine's ID.
    ///   - connection: A connection on which you began a transaction.
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
    /// Call this method after you commit a transaction with an event. If you don't, workers find
    /// the new jobs within ``FleetSettings/pollInterval``. With a ``PostgreSQLStore``, this method
    /// also sends a hint to workers in other processes.
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
