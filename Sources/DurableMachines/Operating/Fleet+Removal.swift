public import Foundation

extension Fleet {
    /// Removes the payloads of events before a date.
    ///
    /// IDs and outputs stay, so a repeated event still gets its outcome.
    ///
    /// - Parameters:
    ///   - id: The name of the only machine whose events lose their payloads; `nil` for all
    ///     machines.
    ///   - date: The date.
    ///   - count: The number of latest entries that each machine keeps unchanged, however old they
    ///     are. With a date in the future, this number alone decides.
    /// - Returns: The number of events whose payloads were removed.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled. To remove the rest, call the
    ///   method again.
    @discardableResult
    public func removePayloads(
        of id: String? = nil,
        before date: Date,
        keeping count: Int = 0
    ) async throws(FleetError) -> Int {
        try await remove(.contents(before: date, keeping: count), of: id)
    }

    /// Removes events before a date from the history, together with their IDs.
    ///
    /// If a caller sends such an event again, it counts as new.
    ///
    /// - Parameters:
    ///   - id: The name of the only machine whose events are removed; `nil` for all machines.
    ///   - date: The date.
    ///   - count: The number of latest entries that each machine keeps, however old they are. With
    ///     a date in the future, this number alone decides.
    /// - Returns: The number of removed events.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled. To remove the rest, call the
    ///   method again.
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
