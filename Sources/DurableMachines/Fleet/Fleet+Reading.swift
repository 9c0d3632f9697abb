public import Foundation
public import StateMachines

extension Fleet {
    /// A machine's ID, version, and state.
    public struct Entry: Sendable {
        /// The machine's ID.
        public let id: String

        /// Counts the machine's changes.
        ///
        /// A machine starts at version 0. Each handled event adds one, and so does a deletion or a
        /// change by ``Fleet/reconcile()``. If you create a deleted machine again, its version
        /// continues from there.
        public let version: Int

        /// The state's name, without its payload, such as `charging`.
        public let name: String

        /// The state.
        public let state: Definition
    }

    /// Returns a machine.
    ///
    /// - Parameter id: The machine's ID.
    /// - Returns: The machine; `nil` if no machine has this ID.
    public func machine(_ id: String) async throws(FleetError) -> Entry? {
        let id = try MachineID(id)
        guard let record = try await read({ rows in try rows.machine(id) }) else { return nil }
        return try Self.entry(record)
    }

    /// Returns a machine's state.
    ///
    /// - Parameter id: The machine's ID.
    /// - Returns: The state; `nil` if no machine has this ID.
    public func state(of id: String) async throws(FleetError) -> Definition? {
        try await machine(id)?.state
    }

    static func entry(_ record: MachineRecord) throws(FleetError) -> Entry? {
        guard let data = record.state else { return nil }
        let state = try StoredMachine<Definition>.decodeState(data, of: record)
        return Entry(id: record.id.text, version: record.version, name: record.name, state: state)
    }

    /// Returns one page of the machines, sorted by ID, byte by byte.
    ///
    /// A machine whose state can't be decoded is left out and reported to the fleet's observer.
    /// Others take its place on the page.
    ///
    /// - Parameters:
    ///   - name: A state's name, such as `charging`, to return only the machines in this state, or
    ///     `nil` to return all of them.
    ///   - id: The ID of the previous page's last machine, or `nil` for the first page.
    ///   - limit: How many machines to return at most.
    /// - Returns: The machines. Fewer than `limit` means that this is the last page.
    public func machines(
        inState name: String? = nil,
        after id: String? = nil,
        limit: Int = 100
    ) async throws(FleetError) -> [Entry] {
        var last = try id.map { id throws(FleetError) in try MachineID(id) }
        var entries: [Entry] = []
        // Only the last page may be shorter than the limit, even if some machines can't be decoded.
        while entries.count < limit {
            let rest = limit - entries.count
            let records = try await read { [last] rows in try rows.machines(inState: name, after: last, limit: rest) }
            entries += records.compactMap(decoded)
            guard records.count == rest, let end = records.last else { break }
            last = end.id
        }
        return entries
    }

    /// Decodes a machine for a list, or reports that the data cannot be decoded.
    private func decoded(_ record: MachineRecord) -> Entry? {
        do throws(FleetError) {
            return try Self.entry(record)
        } catch {
            report(.undecodable(record.id.text, fleet: name, reason: "\(error)"))
            return nil
        }
    }

    /// Returns how many machines are in each state, by the state's name.
    public func counts() async throws(FleetError) -> [String: Int] {
        try await read { rows in try rows.counts() }
    }

    // MARK: History

    /// An entry in a machine's history.
    public struct HistoryEntry: Sendable {
        /// This entry's position in the history.
        ///
        /// A machine's first entry has the number 1, and numbers are never reused.
        public let number: Int

        /// The event's ID, which the caller chose; `nil` for a job's event, a creation, or a
        /// deletion.
        public let eventID: String?

        /// The ID of the job that sent the event; `nil` if a caller sent it.
        public let job: String?

        /// When the entry was stored, by the store's clock.
        public let date: Date

        /// The machine's version after this entry.
        public let version: Int

        /// The event, the creation, or the deletion.
        public let content: Content

        /// The content of an entry in a machine's history.
        public enum Content: Sendable {
            /// The machine was created in this state.
            case created(Definition)

            /// The machine handled an event.
            case handled(Definition.Event)

            /// The machine rejected an event.
            case rejected(Definition.Event, FleetRejection<Definition.Rejection>)

            /// The machine was deleted.
            case deleted

            /// The stored form of a state or an event that this program cannot decode.
            ///
            /// After ``Fleet/removePayloads(of:before:keeping:)``, the data is `nil`. For an event,
            /// `isHandled` tells whether the machine handled or rejected it. For a creation,
            /// `isHandled` is always true.
            case raw(Data?, isHandled: Bool)
        }
    }

    /// Returns a page of a machine's history, with the oldest entries first.
    ///
    /// - Parameters:
    ///   - id: The machine's ID.
    ///   - number: The number of the previous page's last entry, or 0 for the first page.
    ///   - limit: How many entries to return at most.
    /// - Returns: The entries.
    public func history(
        of id: String,
        after number: Int = 0,
        limit: Int = 100
    ) async throws(FleetError) -> [HistoryEntry] {
        let id = try MachineID(id)
        return try await read { rows in try rows.events(of: id, after: number, limit: limit) }.map { record in
            HistoryEntry(
                number: record.number,
                eventID: record.jobName(in: name) == nil ? record.id?.text : nil,
                job: record.jobName(in: name),
                date: record.date,
                version: record.version,
                content: Self.content(of: record)
            )
        }
    }

    private static func content(of record: EventRecord) -> HistoryEntry.Content {
        func event() -> Definition.Event? {
            record.content.flatMap { try? JSON.decode(Definition.Event.self, from: $0) }
        }
        switch record.kind {
        case .deleted: return .deleted
        case .created:
            let state = record.content.flatMap { try? Definition.decode($0, shape: record.shape) }
            return state.map { .created($0) } ?? .raw(record.content, isHandled: true)
        case .handled: return event().map { .handled($0) } ?? .raw(record.content, isHandled: true)
        case .rejected:
            let rejection = FleetRejection<Definition.Rejection>(record, isReadable: record.shape == Definition.shape)
            return event().map { .rejected($0, rejection) } ?? .raw(record.content, isHandled: false)
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(FleetError) -> Result {
        do {
            try Task.checkCancellation()
            return try await store.read(fleet: name, body)
        } catch {
            throw FleetError(error)
        }
    }
}

extension Fleet.Entry: CustomStringConvertible {
    /// The ID, the state, and the version, such as `order-42: charging, version 1`.
    public var description: String { "\(id): \(state), version \(version)" }
}

extension Fleet.Entry: Equatable where Definition: Equatable {}
extension Fleet.Entry: Hashable where Definition: Hashable {}

extension Fleet.HistoryEntry: CustomStringConvertible {
    /// The number and the content, such as `2: handled(pay)`.
    public var description: String { "\(number): \(content)" }
}

extension Fleet.HistoryEntry: Equatable where Definition: Equatable {}
extension Fleet.HistoryEntry.Content: Equatable where Definition: Equatable {}

extension Fleet.HistoryEntry.Content: CustomStringConvertible {
    /// The name of the case with its payload, such as `handled(pay)`.
    public var description: String {
        switch self {
        case .created(let state): "created(\(state))"
        case .handled(let event): "handled(\(event))"
        case .rejected(let event, _): "rejected(\(event))"
        case .deleted: "deleted"
        case .raw(let data, let isHandled):
            "\(isHandled ? "handled" : "rejected")(\(data.map { String(decoding: $0, as: UTF8.self).shortened } ?? "removed"))"
        }
    }
}
