import DurableMachines
import Foundation
import StateMachineLocks
import Testing

/// The stores that all tests of fleets run with.
enum StoreKind: CaseIterable, Sendable, CustomTestStringConvertible {
    case memory
    case sqlite
    case postgreSQL

    /// The connection string of a server for tests, which `.ci/check-durable` starts.
    static let server = ProcessInfo.processInfo.environment["DURABLE_POSTGRESQL"]

    /// The stores of this computer.
    static var allCases: [StoreKind] { [.memory, .sqlite] + (server == nil ? [] : [.postgreSQL]) }

    /// A name for the tables of one store.
    static var newSchema: String { "test_\(UUID().uuidString.lowercased().replacing("-", with: "").prefix(30))" }

    var testDescription: String { "\(self)" }

    /// Makes an empty store.
    func make(now: @escaping @Sendable () -> Date = { Date() }) throws -> any DurableStore {
        switch self {
        case .memory: InMemoryStore(now: now)
        case .sqlite: try TemporarySQLiteStore(now: now)
        case .postgreSQL:
            // The tables stay until the server is removed.
            try PostgreSQLStore(
                Self.server ?? "",
                schema: Self.newSchema,
                connections: 3,
                now: now
            )
        }
    }

    /// Calls a closure with an empty store.
    func withStore<Result>(
        now: @escaping @Sendable () -> Date = { Date() },
        isolation: isolated (any Actor)? = #isolation,
        _ body: (any DurableStore) async throws -> sending Result
    ) async throws -> sending Result {
        try await body(make(now: now))
    }
}

/// A store in a file of its own, which is removed with the store.
///
/// Several connections take turns, as if the calls came from several processes.
final class TemporarySQLiteStore: WrappingStore {
    private let stores: [SQLiteStore]
    private let next = Locked(0)
    private let folder: URL

    init(connections: Int = 1, now: @escaping @Sendable () -> Date) throws {
        folder = URL.temporaryDirectory.appending(path: "DurableMachinesTests.\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "store.db").path(percentEncoded: false)
        stores = try (0..<connections).map { _ in try SQLiteStore(path: path, now: now) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func close() async {
        for store in stores { await store.close() }
    }

    var base: any RowStore {
        next.withLock { next in
            next = (next + 1) % stores.count
            return stores[next]
        }
    }
}

/// The time of a store, which a test sets.
final class StoreTime: Sendable {
    private let time = Locked(Date(timeIntervalSince1970: 1_000_000))
    private let error = Locked<Double>(0)

    var now: Date { time.withLock(\.self) + error.withLock(\.self) }

    /// Lets the clock of the next calls be wrong, as if another process made them.
    func setError(_ seconds: Double) {
        error.withLock { $0 = seconds }
    }

    func advance(by seconds: Double) {
        time.withLock { $0 += seconds }
    }
}

/// A store of the tests, without files and connections that it closes.
protocol TestStore: DurableStore, RowStore {}

extension TestStore {
    var rows: StoreRows { StoreRows(self) }
    func close() async {}
}

/// A store of the tests that passes its transactions on.
protocol WrappingStore: TestStore {
    /// The store that performs the transactions.
    var base: any RowStore { get }

    /// Performs a transaction of the other store, and something before or after it.
    ///
    /// - Parameters:
    ///   - kind: The kind of a write; `nil` for a read.
    ///   - call: The transaction.
    func perform<Result: Sendable>(
        _ kind: WriteKind?,
        _ call: () async throws -> Result
    ) async throws -> Result
}

extension WrappingStore {
    func perform<Result: Sendable>(
        _ kind: WriteKind?,
        _ call: () async throws -> Result
    ) async throws -> Result {
        try await call()
    }

    func write<Result: Sendable>(
        _ kind: WriteKind,
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await perform(kind) { try await base.write(kind, fleet: fleet, body) }
    }

    func read<Result: Sendable>(
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await perform(nil) { try await base.read(fleet: fleet, body) }
    }
}

extension DurableStore {
    /// Performs a write on the fleet of the tests.
    @discardableResult
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await rows.store.write(.shared(), fleet: "orders", body)
    }

    /// Performs a read on the fleet of the tests.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await rows.store.read(fleet: "orders", body)
    }
}

extension MachineRecord {
    /// A row with the values that a test does not care about.
    static func row(
        _ id: MachineID,
        version: Int = 1,
        lastNumber: Int = 1,
        name: String = "placed",
        state: String? = #"{"placed":{}}"#
    ) -> MachineRecord {
        MachineRecord(
            id: id,
            version: version,
            lastNumber: lastNumber,
            shape: 1,
            name: name,
            state: state.map { Data($0.utf8) }
        )
    }
}

extension EventRecord {
    /// A row with the values that a test does not care about.
    static func row(
        _ number: Int,
        of machine: MachineID,
        id: MachineID? = nil,
        at date: Date = Date(timeIntervalSince1970: 0),
        content: String? = #"{"pay":{}}"#
    ) -> EventRecord {
        EventRecord(
            machine: machine,
            number: number,
            id: id,
            kind: .handled,
            date: date,
            version: number,
            shape: 1,
            content: content.map { Data($0.utf8) }
        )
    }
}

extension JobRecord {
    /// A row with the values that a test does not care about.
    static func row(
        _ key: Key,
        shape: Int = 1,
        state: JobState = .waiting(attempts: 0),
        nextTake: Date? = Date(timeIntervalSince1970: 0),
        queue: String = ""
    ) -> JobRecord {
        JobRecord(
            key: key,
            activity: Data(#"{"charging":{}}"#.utf8),
            shape: shape,
            due: Date(timeIntervalSince1970: 0),
            state: state,
            nextTake: nextTake,
            queue: queue
        )
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that need a PostgreSQL server.
    static var withServer: Self {
        .enabled(if: StoreKind.server != nil, "DURABLE_POSTGRESQL is not set; .ci/check-durable starts a server")
    }
}
