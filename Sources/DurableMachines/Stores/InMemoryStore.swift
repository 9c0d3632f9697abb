public import Foundation

/// A store in the memory of the process, for tests and previews.
///
/// ```swift
/// let orders = try Fleet<Order>(in: InMemoryStore())
/// ```
///
/// It gives the same guarantees as the other stores, except that nothing outlives the process.
public actor InMemoryStore: DurableStore, RowStore {
    private var fleets: [String: InMemoryTables] = [:]
    private var isClosed = false
    private let now: @Sendable () -> Date

    /// Creates an empty store.
    ///
    /// - Parameter now: The store's clock, for jobs and for the history.
    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// The store's rows, which only fleets can read and write.
    public nonisolated var rows: StoreRows { StoreRows(self) }

    /// Closes the store, so that later calls throw ``DurableStoreError/closed(_:)``.
    public func close() async { isClosed = true }

    /// Performs reads and writes as one transaction.
    package func write<Result: Sendable>(
        _ kind: WriteKind,
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try check(fleet)
        let tables = fleets.removeValue(forKey: fleet) ?? InMemoryTables()
        let transaction = InMemoryTransaction(tables, isWriting: true, now: now())
        defer { fleets[fleet] = transaction.tables }
        do {
            let result = try body(transaction)
            if let failure = transaction.failure { throw failure }
            return result
        } catch {
            transaction.rollBack()
            throw error
        }
    }

    /// Performs reads on a single consistent version of the data.
    package func read<Result: Sendable>(
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try check(fleet)
        return try body(InMemoryTransaction(fleets[fleet] ?? InMemoryTables(), isWriting: false, now: now()))
    }

    private func check(_ fleet: String) throws {
        guard !isClosed else { throw DurableStoreError.closed("memory") }
        try FleetName.check(fleet)
    }
}
