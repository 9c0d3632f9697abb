import Foundation
public import StateMachines

/// A fleet's machine within a transaction.
///
/// You can't copy a stored machine, because two copies wouldn't know about each other's events.
public struct StoredMachine<Definition: DurableDefinition>: ~Copyable {
    /// The machine's ID.
    public var id: String { record.id.text }

    /// Counts the machine's changes.
    ///
    /// Each handled event increases the version by one, and so does a deletion or a change by
    /// ``Fleet/reconcile()``. A rejected event doesn't.
    public var version: Int { record.version }

    /// The state.
    public private(set) var state: Definition

    let rows: any StoreTransaction
    let fleet: Fleet<Definition>
    private(set) var record: MachineRecord

    /// An error from the store, or from an event that failed after it changed some of the rows.
    ///
    /// After either, the transaction must fail.
    private(set) var failure: (any Error)?

    /// Reports for the observer, which gets them after the commit.
    var reports: [FleetReport] = []

    /// The machine's labels for reports.
    var labels: FleetReport.Machine { FleetReport.Machine(record, in: fleet.name) }

    /// Reads and locks a machine.
    init(_ id: MachineID, of fleet: Fleet<Definition>, rows: any StoreTransaction) throws {
        try self.init(rows.machine(id), id, of: fleet, rows: rows)
    }

    /// Decodes a machine's row, which the transaction has locked.
    init(_ record: MachineRecord?, _ id: MachineID, of fleet: Fleet<Definition>, rows: any StoreTransaction)
        throws(FleetError)
    {
        guard let record, let data = record.state else { throw .noMachine(id.text) }
        let state = try Self.decodeState(data, of: record)
        self.init(record, state: state, of: fleet, rows: rows)
    }

    private init(_ record: MachineRecord, state: Definition, of fleet: Fleet<Definition>, rows: any StoreTransaction) {
        self.rows = rows
        self.fleet = fleet
        self.record = record
        self.state = state
    }

    static func decodeState(_ data: Data, of record: MachineRecord) throws(FleetError) -> Definition {
        do {
            return try Definition.decode(data, shape: record.shape)
        } catch .newerShape(let shape, _) {
            throw .newerShape(record.id.text, shape: shape)
        } catch {
            throw .undecodable(record.id.text, reason: "\(error)".shortened)
        }
    }

    /// Sends an event to the machine, as part of the transaction.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - eventID: The event's ID, which you choose. If you send the event again with this ID, the
    ///     machine doesn't handle it again, and the call returns the first outcome. A different
    ///     event with this ID throws ``FleetError/otherEvent(_:eventID:)``.
    /// - Returns: The outcome: handled or rejected.
    /// - Throws: A ``FleetError``. If it's ``FleetError/store(_:)``, the transaction fails. After
    ///   any other error, the machine is unchanged.
    @discardableResult
    public mutating func send(
        _ event: Definition.Event,
        eventID: String
    ) throws(FleetError) -> FleetOutcome<Definition> {
        let eventID = try Fleet<Definition>.eventID(eventID)
        let start = ContinuousClock.now
        let outcome: FleetOutcome<Definition>
        do {
            let former = try Self.formerOutcome(of: event, eventID, on: record.id, rows: rows)
            outcome = try former ?? handle(event, eventID)
        } catch {
            let mapped = FleetError(error)
            if case .store = mapped { failure = failure ?? error }
            throw mapped
        }
        reports.append(FleetReport.event(labels, outcome).lasting(since: start))
        return outcome
    }

    // MARK: Events

    /// Returns the outcome of the first event with the same ID; `nil` if the ID is new.
    static func formerOutcome(
        of event: Definition.Event,
        _ eventID: MachineID,
        on id: MachineID,
        rows: any StoreTransaction
    ) throws -> FleetOutcome<Definition>? {
        guard let former = try rows.event(eventID, of: id) else { return nil }
        // If the payload was removed, or if only another version of the program can decode it, any
        // event with this ID counts as the same event.
        if let content = former.content, former.shape == Definition.shape,
            let formerEvent = try? JSON.decode(Definition.Event.self, from: content), formerEvent != event
        {
            throw FleetError.otherEvent(id.text, eventID: eventID.text)
        }
        guard former.kind == .handled else {
            return .rejected(FleetRejection(former, isReadable: former.shape == Definition.shape))
        }
        do {
            return .handled(try Definition.decode(output: former.output))
        } catch {
            throw FleetError.undecodable(id.text, reason: "The output of the event “\(eventID)”: \(error)".shortened)
        }
    }

    /// Handles a new event, which changes the state, the jobs, and the history together.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - eventID: The event's ID.
    ///   - begin: A closure to call before the jobs are compared, unless the machine rejects the
    ///     event.
    mutating func handle(
        _ event: Definition.Event,
        _ eventID: MachineID,
        beforeChanges begin: () throws -> Void = {}
    ) throws -> FleetOutcome<Definition> {
        do {
            return try handleOnce(event, eventID, begin)
        } catch let error as FleetError {
            // These errors come before the first write.
            throw error
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func handleOnce(
        _ event: Definition.Event,
        _ eventID: MachineID,
        _ begin: () throws -> Void
    ) throws -> FleetOutcome<Definition> {
        // Everything that the caller can cause to fail comes before the first write.
        let content = try encoded(event)
        var next = state
        let output: Definition.Output
        do throws(Definition.Rejection) {
            output = try next.handleEvent(event)
        } catch {
            let invalid = InvalidTransition(state: state, event: event, reason: error)
            var rejection = FleetRejection(invalid, reason: error)
            // The rejection is stored even if its reason cannot be.
            let reason = try? encodedReason(of: rejection)
            if reason == nil, !(error is TransitionError) { rejection = rejection.withoutReason }
            record.lastNumber += 1
            try rows.save(record)
            try append(.rejected, eventID: eventID, content: content, output: reason, words: rejection.words)
            return .rejected(rejection)
        }
        let encodedOutput = try encodedOutput(output)
        let encodedState = try encoded(next)
        try begin()
        let changes = try jobChanges(for: next)
        record.lastNumber += 1
        try save(next, encodedState, version: version + 1)
        try perform(changes)
        try append(.handled, eventID: eventID, content: content, output: encodedOutput)
        return .handled(output)
    }

    mutating func save(_ state: Definition, _ data: Data, version: Int) throws {
        record.state = data
        record.shape = Definition.shape
        record.version = version
        record.name = String(Definition.name(of: state).prefix(100))
        self.state = state
        try rows.save(record)
    }

    private func append(
        _ kind: EventRecord.Kind,
        eventID: MachineID? = nil,
        content: Data?,
        output: Data? = nil,
        words: String? = nil
    ) throws {
        try Self.append(kind, eventID: eventID, content: content, output: output, words: words, to: record, rows: rows)
    }

    private static func append(
        _ kind: EventRecord.Kind,
        eventID: MachineID? = nil,
        content: Data?,
        output: Data? = nil,
        words: String? = nil,
        to record: MachineRecord,
        rows: any StoreTransaction
    ) throws {
        try rows.append(
            EventRecord(
                machine: record.id,
                number: record.lastNumber,
                id: eventID,
                kind: kind,
                date: rows.now,
                version: record.version,
                shape: Definition.shape,
                content: content,
                output: output,
                words: words
            )
        )
    }

    func encoded(_ value: some Encodable) throws(FleetError) -> Data {
        try limited(encoding { try JSON.encode(value) })
    }

    private func encodedReason(of rejection: FleetRejection<Definition.Rejection>) throws(FleetError) -> Data? {
        guard let data = try encoding({ try rejection.encodedReason() }) else { return nil }
        return try limited(data)
    }

    private func encodedOutput(_ output: Definition.Output) throws(FleetError) -> Data? {
        guard let data = try encoding({ try Definition.encode(output: output) }) else { return nil }
        return try limited(data)
    }

    /// Adds the machine's ID to an encoder's error.
    private func encoding<Value>(_ encode: () throws -> Value) throws(FleetError) -> Value {
        do { return try encode() } catch { throw .unencodable(record.id.text, reason: "\(error)".shortened) }
    }

    private func limited(_ data: Data) throws(FleetError) -> Data {
        guard data.count <= fleet.settings.sizeLimit else {
            throw .tooLarge(record.id.text, size: data.count, limit: fleet.settings.sizeLimit)
        }
        return data
    }

    // MARK: Beginning and end

    static func create(
        _ id: MachineID,
        in state: Definition,
        of fleet: Fleet<Definition>,
        rows: any StoreTransaction
    ) throws -> (result: Fleet<Definition>.Creation, machine: FleetReport.Machine) {
        let former = try rows.machine(id)
        if let former, former.state != nil { return (.existed, FleetReport.Machine(former, in: fleet.name)) }
        // Both numbers continue after a deletion, so that each job and each entry keeps a unique
        // key.
        let record = MachineRecord(
            id: id,
            version: former?.version ?? 0,
            lastNumber: (former?.lastNumber ?? 0) + 1,
            shape: Definition.shape,
            name: "",
            state: nil
        )
        var machine = StoredMachine(record, state: state, of: fleet, rows: rows)
        let data = try machine.encoded(state)
        let changes = try machine.jobChanges(for: state)
        try machine.save(state, data, version: record.version)
        try machine.perform(changes)
        try machine.append(.created, content: machine.record.state)
        return (.created, machine.labels)
    }

    /// Deletes a machine even if its state cannot be decoded.
    ///
    /// - Returns: The machine's row.
    static func delete(_ id: MachineID, rows: any StoreTransaction) throws -> MachineRecord {
        guard var record = try rows.machine(id), record.state != nil else { throw FleetError.noMachine(id.text) }
        if Definition.isTooNew(record.shape) { throw FleetError.newerShape(id.text, shape: record.shape) }
        for job in try rows.jobs(of: id).reversed() { try job.exit(in: rows) }
        record.state = nil
        record.version += 1
        record.lastNumber += 1
        try rows.save(record)
        try append(.deleted, content: nil, to: record, rows: rows)
        return record
    }
}

extension String {
    /// Up to 1,000 characters of the text, without most of a payload.
    var shortened: String { utf8.count <= 1_000 || count <= 1_000 ? self : "\(prefix(1_000))…" }
}
