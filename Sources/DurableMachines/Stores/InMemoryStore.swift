public import Foundation

/// A store in the memory of the process, for tests and previews.
///
/// ```swift
/// let orders = try Fleet<Order>(in: InMemoryStore())
/// ```
///
/// The store gives the same guarantees as the other stores, except that nothing outlives the
/// process.
public actor InMemoryStore: DurableStore, RowStore {
    private var fleets: [String: InMemoryTables] = [:]
    private let now: @Sendable () -> Date

    /// Creates an empty store.
    ///
    /// - Parameter now: The clock of the store.
    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// The rows, for fleets.
    public nonisolated var rows: StoreRows { StoreRows(self) }

    /// Does nothing: the rows stay until there are no more references to the store.
    public nonisolated func close() async {}

    /// Performs reads and writes as one transaction.
    package func write<Result: Sendable>(
        fleet: String,
        isAlone: Bool,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let transaction = InMemoryTransaction(fleets.removeValue(forKey: fleet) ?? InMemoryTables(), now: now())
        defer { fleets[fleet] = transaction.tables }
        do {
            return try body(transaction)
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
        try body(InMemoryTransaction(fleets[fleet] ?? InMemoryTables(), now: now()))
    }
}
