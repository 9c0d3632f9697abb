package import Foundation

/// The rows of the history that a removal is about.
package struct OldEvents: Hashable, Sendable {
    /// What is removed.
    package enum Part: Sendable {
        /// The contents. IDs and outputs stay, so a repeated event still gets its outcome.
        case contents
        /// The rows, together with their event IDs.
        case rows
    }

    package let part: Part

    /// The date before which an event is old.
    package let date: Date

    /// The number of each machine's latest entries that stay, however old they are.
    package let kept: Int

    /// The only machine whose events are removed; `nil` for all machines.
    package var machine: MachineID?

    /// The contents of the events before a date.
    package static func contents(before date: Date, keeping count: Int = 0) -> OldEvents {
        OldEvents(part: .contents, date: date, kept: max(0, count))
    }

    /// The rows of the events before a date.
    package static func rows(before date: Date, keeping count: Int = 0) -> OldEvents {
        OldEvents(part: .rows, date: date, kept: max(0, count))
    }

    /// Whether something of an event is removed.
    ///
    /// - Parameters:
    ///   - key: The machine and the number of the event.
    ///   - last: The number of its machine's last event; `nil` if the machine has no row.
    ///   - date: The date of the event.
    ///   - hasContent: Whether the event has contents.
    func contains(_ key: EventRecord.Key, last: Int?, date: Date, hasContent: Bool) -> Bool {
        if let machine, machine != key.machine { return false }
        guard Microseconds(date).count < Microseconds(self.date).count, part == .rows || hasContent else {
            return false
        }
        return kept == 0 || last.map { key.number <= $0 - kept } ?? false
    }
}

/// The result of one step of a search in the history.
package struct EventSearch: Hashable, Sendable {
    /// The first row that was found; `nil` if there is none.
    package var found: EventRecord.Key?

    /// The last examined row if nothing was found; `nil` if no rows are left to examine.
    package var last: EventRecord.Key?
}

/// The result of one step of a removal.
package struct Removal: Hashable, Sendable {
    /// The number of rows that were changed or removed.
    package let count: Int

    /// The key of the last examined row; `nil` if no rows are left to examine.
    package let last: EventRecord.Key?

    /// Creates a result.
    package init(count: Int, last: EventRecord.Key?) {
        self.count = count
        self.last = last
    }
}

extension RowStore {
    /// Removes old events of a fleet in many small transactions, so that other calls wait for none
    /// of them for long.
    ///
    /// The history is ordered by machines, so a removal examines all of it. Rows that stay are
    /// examined by the database itself, in transactions that only read.
    ///
    /// - Returns: The number of events that were removed, or have lost their contents.
    package func remove(_ old: OldEvents, of fleet: String) async throws -> Int {
        var count = 0
        var last = old.machine.map { EventRecord.Key(machine: $0, number: 0) }
        // The history of one machine is where its name says.
        var isSearching = old.machine == nil
        repeat {
            try Task.checkCancellation()
            if isSearching {
                let search = try await read(fleet: fleet) { [last] rows in
                    try rows.search(old, after: last, limit: 2_000)
                }
                guard let found = search.found else {
                    last = search.last
                    continue
                }
                last = EventRecord.Key(machine: found.machine, number: found.number - 1)
            }
            let start = ContinuousClock.now
            let removal = try await write(.shared(), fleet: fleet) { [last] rows in
                try rows.remove(old, after: last, limit: 100)
            }
            // Somebody who polls for the lock of a file gets it now. With 500 rows and without
            // the pause, one event in a hundred of another process took 41 ms instead of 10.
            try await Task.sleep(for: ContinuousClock.now - start)
            count += removal.count
            last = removal.last
            if let machine = old.machine {
                if last?.machine != machine { break }
            } else {
                isSearching = removal.count == 0
            }
        } while last != nil
        return count
    }
}
