public import Foundation

extension Fleet {
    /// Removes the payloads of events before a date.
    ///
    /// The identifiers and the outputs stay, so a repeated event still gets its outcome.
    ///
    /// - Parameters:
    ///   - id: The only machine whose events are meant; `nil` for all machines.
    ///   - date: The date.
    ///   - count: The number of each machine's latest entries that stay as they are, however old
    ///     they are.
    /// - Returns: The number of events that have lost their payloads.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled; call the method again to remove
    ///   the rest.
    @discardableResult
    public func removePayloads(
        of id: String? = nil,
        before date: Date,
        keeping count: Int = 0
    ) async throws(FleetError) -> Int {
        try await remove(.contents(before: date, keeping: count), of: id)
    }

    /// Removes events before a date.
    ///
    /// If an event is sent again after its removal, it is handled again.
    ///
    /// - Parameters:
    ///   - id: The only machine whose events are meant; `nil` for all machines.
    ///   - date: The date.
    ///   - count: The number of each machine's latest entries that stay, however old they are. With
    ///     a date in the future, the count alone decides.
    /// - Returns: The number of removed events.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled; call the method again to remove
    ///   the rest.
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
