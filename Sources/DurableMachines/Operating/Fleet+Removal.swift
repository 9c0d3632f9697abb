public import Foundation

extension Fleet {
    /// Removes payloads of history entries from before a date.
    ///
    /// A creation's payload is its state. IDs, outputs, and rejection reasons stay, so a repeated
    /// event still returns its first outcome.
    ///
    /// - Parameters:
    ///   - id: The ID of one machine, or `nil` for all machines.
    ///   - date: Only entries from before this date are affected.
    ///   - count: How many of each machine's latest entries to keep unchanged, regardless of age.
    ///     With a date in the future, only this number matters.
    /// - Returns: How many entries lost their payloads.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled. Transactions before that stay
    ///   committed; to remove the rest, call the method again.
    @discardableResult
    public func removePayloads(
        of id: String? = nil,
        before date: Date,
        keeping count: Int = 0
    ) async throws(FleetError) -> Int {
        try await remove(.contents(before: date, keeping: count), of: id)
    }

    /// Removes history entries from before a date, together with their event IDs.
    ///
    /// If a caller sends a removed event again, it counts as new.
    ///
    /// - Parameters:
    ///   - id: The ID of one machine, or `nil` for all machines.
    ///   - date: Only entries from before this date are affected.
    ///   - count: How many of each machine's latest entries to keep, regardless of age. With a date
    ///     in the future, only this number matters.
    /// - Returns: How many entries were removed.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled. Transactions before that stay
    ///   committed; to remove the rest, call the method again.
    @discardableResult
    public func removeHistory(
        of id: String? = nil,
        before date: Date,
        keeping count: Int = 0
    ) async throws(FleetError) -> Int {
        try await remove(.rows(before: date, keeping: count), of: id)
    }

    private func remove(_ old: OldEvents, of id: String?) async throws(FleetError) -> Int {
        var old = old
        old.machine = try id.map { id throws(FleetError) in try MachineID(id) }
        do { return try await store.remove(old, of: name) } catch { throw FleetError(error) }
    }
}
