public import Foundation

extension Fleet {
    /// Removes the payloads of events before a date.
    ///
    /// The identifiers and the outputs stay, so a repeated event still gets its outcome.
    ///
    /// - Returns: The number of events that have lost their payloads.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled; call the method again to remove
    ///   the rest.
    @discardableResult
    public func removePayloads(before date: Date) async throws(FleetError) -> Int {
        try await inSteps(before: date, hasContent: true) { rows, key, limit in
            try rows.removeContents(before: date, after: key, limit: limit)
        }
    }

    /// Removes events before a date.
    ///
    /// If an event is sent again after its removal, it is handled again.
    ///
    /// - Returns: The number of removed events.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled; call the method again to remove
    ///   the rest.
    @discardableResult
    public func removeHistory(before date: Date) async throws(FleetError) -> Int {
        try await inSteps(before: date, hasContent: false) { rows, key, limit in
            try rows.removeEvents(before: date, after: key, limit: limit)
        }
    }

    /// Many small transactions, so that events of machines do not wait for long.
    ///
    /// The history is ordered by machines, so a removal examines all of it. Rows that stay are
    /// examined by the database itself, in transactions that only read.
    private func inSteps(
        before date: Date,
        hasContent: Bool,
        _ step: @escaping @Sendable (any StoreTransaction, EventRecord.Key?, Int) throws -> Removal
    ) async throws(FleetError) -> Int {
        var count = 0
        var last: EventRecord.Key?
        var isSearching = true
        repeat {
            if Task.isCancelled { throw .cancelled }
            if isSearching {
                let search = try await read { [last] rows in
                    try rows.search(before: date, hasContent: hasContent, after: last, limit: 20_000)
                }
                guard let found = search.found else {
                    last = search.last
                    continue
                }
                last = EventRecord.Key(machine: found.machine, number: found.number - 1)
            }
            let removal = try await write { [last] rows in try step(rows, last, 500) }
            count += removal.count
            last = removal.last
            isSearching = removal.count == 0
        } while last != nil
        return count
    }
}
