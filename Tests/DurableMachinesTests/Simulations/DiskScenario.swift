import Foundation

@testable import DurableMachines

/// A short life of an order in a file: created, paid for, taken by a worker and charged.
///
/// Calls may fail. Afterwards, the scenario checks the file and completes what was not done.
struct DiskScenario {
    /// The file, which a test may replace after ``run(repeating:configuring:)``.
    var file: TemporaryDatabase

    private let time = StoreTime()

    /// The rows of the history that a call has acknowledged.
    private var acknowledged: Set<String> = []

    /// The errors of the calls that have failed.
    private(set) var errors: [DurableStoreError] = []

    init(_ file: TemporaryDatabase) {
        self.file = file
    }

    private func open() throws -> SQLiteStore {
        try SQLiteStore(path: file.path, waitingForLock: .milliseconds(50), now: { [time] in time.now })
    }

    // MARK: With faults

    /// Makes all calls.
    ///
    /// - Parameters:
    ///   - isRepeating: Whether to repeat a failed call once, which must succeed.
    ///   - configuration: A statement for the connection.
    mutating func run(repeating isRepeating: Bool, configuring configuration: String? = nil) async throws {
        guard let store = try await call(isRepeating, { [self] in try open() }) else { return }
        let orders = try Fleet<Order>(in: store)
        if let configuration {
            try await call(isRepeating) {
                try await orders.read { rows in
                    let connection = try rows.connection
                    // SQLite refuses some settings inside a transaction.
                    for statement in ["COMMIT", configuration, "BEGIN"] { try connection.run(statement) }
                }
            }
        }
        if try await call(isRepeating, { try await orders.create("a", in: .placed(reminders: 0)) }) != nil {
            acknowledged.insert("created")
        }
        if try await call(isRepeating, { try await orders.send(.pay(card: "x"), to: "a", eventID: "1") }) != nil {
            acknowledged.insert("pay")
        }
        // From now on, each commit also writes to the main file.
        try await call(isRepeating) {
            try await orders.read { try $0.connection.run("PRAGMA wal_autocheckpoint = 1") }
        }
        var jobs = try await call(isRepeating, { try await orders.take(limit: 9) }) ?? []
        if jobs.isEmpty {
            // The answer was lost, so the jobs can be taken when the lease is over.
            time.advance(by: 31)
            jobs = try await call(isRepeating, { try await orders.take(limit: 9) }) ?? []
        }
        for job in jobs where job.activity == .charging(card: "x") {
            let end = Fleet<Order>.End.finished(.didCharge)
            if try await call(isRepeating, { try await orders.end(job, end) })??.isHandled == true {
                acknowledged.insert("didCharge")
            }
        }
        await store.close()
    }

    @discardableResult
    private mutating func call<Result: Sendable>(
        _ isRepeating: Bool,
        _ body: () async throws -> Result
    ) async throws -> Result? {
        do { return try await body() } catch let error as DurableStoreError {
            errors.append(error)
        } catch FleetError.store(let error) {
            errors.append(error)
        } catch FleetError.noMachine {}
        return isRepeating ? try await body() : nil
    }

    // MARK: Afterwards

    /// Checks that the file has each acknowledged event once, and repeats all calls with the same
    /// identifiers.
    func complete() async throws {
        time.advance(by: 31)
        let store = try open()
        let orders = try Fleet<Order>(in: store)
        let lost = acknowledged.subtracting(try await check(orders))
        guard lost.isEmpty else { throw Unexpected("lost: \(lost)") }
        try await orders.create("a", in: .placed(reminders: 0))
        let outcome = try await orders.send(.pay(card: "x"), to: "a", eventID: "1")
        guard outcome == .handled("pay(card: \"x\")") else { throw Unexpected(outcome) }
        for job in try await orders.take(limit: 9) {
            let event: Order.Event? = job.activity == .charging(card: "x") ? .didCharge : nil
            _ = try await orders.end(job, .finished(event))
        }
        let history = try await check(orders)
        let state = try await orders.state(of: "a")
        guard history == ["created", "pay", "didCharge"], state == .paid else {
            throw Unexpected("\(history) \(String(describing: state))")
        }
        await store.close()
    }

    /// Checks the file.
    ///
    /// - Returns: The names of what happened.
    private func check(_ orders: Fleet<Order>) async throws -> [String] {
        let integrity = try await orders.read { rows in
            try rows.connection.rows("PRAGMA integrity_check") { $0.text(0) }
        }
        guard integrity == ["ok"] else { throw Unexpected("damaged: \(integrity)") }
        var names: [String] = []
        var replayed: Order?
        for entry in try await orders.history(of: "a") {
            switch entry.content {
            case .created(let state): (replayed, names) = (state, names + ["created"])
            case .handled(let event):
                _ = try replayed?.handleEvent(event)
                names.append(event == .didCharge ? "didCharge" : "pay")
            case .rejected, .deleted, .raw: throw Unexpected(entry)
            }
        }
        let state = try await orders.state(of: "a")
        guard names.count == Set(names).count, replayed == state else {
            throw Unexpected("\(names) replays to \(String(describing: replayed)), not \(String(describing: state))")
        }
        return names
    }
}
