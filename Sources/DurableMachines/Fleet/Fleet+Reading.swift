public import Foundation
public import StateMachines

extension Fleet {
    /// A machine in a list.
    public struct Entry: Sendable {
        /// The name of the machine.
        public let id: String

        /// The number of changes so far.
        ///
        /// Handled events, deletions and reconciliations are changes.
        public let version: Int

        /// The name of the state, without payloads.
        public let name: String

        /// The state.
        public let state: Definition
    }

    /// A machine; `nil` if there is none with this name.
    public func machine(_ id: String) async throws(FleetError) -> Entry? {
        let id = try MachineID(id)
        guard let record = try await read({ rows in try rows.machine(id) }) else { return nil }
        return try Self.entry(record)
    }

    /// The state of a machine; `nil` if there is none with this name.
    public func state(of id: String) async throws(FleetError) -> Definition? {
        try await machine(id)?.state
    }

    static func entry(_ record: MachineRecord) throws(FleetError) -> Entry? {
        guard let data = record.state else { return nil }
        let state = try StoredMachine<Definition>.decodeState(data, of: record)
        return Entry(id: record.id.text, version: record.version, name: record.name, state: state)
    }

    /// A page of the machines, ordered by the bytes of their names.
    ///
    /// A machine whose state cannot be decoded is left out of the page and reported to the fleet's
    /// observer.
    ///
    /// - Parameters:
    ///   - name: The name of a state, for example `charging`, to return only the machines in that
    ///     state; `nil` to return all machines.
    ///   - id: The name of the last machine of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of machines.
    public func machines(
        inState name: String? = nil,
        after id: String? = nil,
        limit: Int = 100
    ) async throws(FleetError) -> [Entry] {
        var last = try id.map { id throws(FleetError) in try MachineID(id) }
        var entries: [Entry] = []
        // A page is shorter than the limit only at the end, whatever cannot be decoded.
        while entries.count < limit {
            let rest = limit - entries.count
            let records = try await read { [last] rows in try rows.machines(inState: name, after: last, limit: rest) }
            entries += records.compactMap(decoded)
            guard records.count == rest, let end = records.last else { break }
            last = end.id
        }
        return entries
    }

    /// Decodes a machine of a list, or reports that it cannot be decoded.
    private func decoded(_ record: MachineRecord) -> Entry? {
        do throws(FleetError) {
            return try Self.entry(record)
        } catch {
            report(.undecodable(record.id.text, fleet: name, reason: "\(error)"))
            return nil
        }
    }

    /// The number of machines in each state, by the name of the state.
    public func counts() async throws(FleetError) -> [String: Int] {
        try await read { rows in try rows.counts() }
    }

    // MARK: History

    /// An entry in the history of a machine.
    public struct HistoryEntry: Sendable {
        /// The position in the history.
        ///
        /// The first entry of a machine has the number 1, and an entry's number is never reused.
        public let number: Int

        /// The caller's name for the event; `nil` if a job sent the event, or if the entry is a
        /// creation or a deletion.
        public let eventID: String?

        /// The name of the job that sent the event; `nil` if a caller sent it.
        public let job: String?

        /// The time, by the clock of the store.
        public let date: Date

        /// The version of the machine afterwards.
        public let version: Int

        /// The event, the creation or the deletion.
        public let content: Content

        /// The content of an entry in the history of a machine.
        public enum Content: Sendable {
            /// The machine was created in the given state.
            case created(Definition)

            /// The machine handled an event.
            case handled(Definition.Event)

            /// The machine rejected an event. The text names the state and the event.
            case rejected(Definition.Event, FleetRejection<Definition.Rejection>)

            /// The machine was deleted.
            case deleted

            /// The stored form of a state or an event that this program cannot decode; `nil` if it
            /// was removed (``Fleet/removePayloads(of:before:keeping:)``).
            case raw(Data?, isHandled: Bool)
        }
    }

    /// A page of a machine's history, with the oldest entries first.
    ///
    /// - Parameters:
    ///   - id: The name of the machine.
    ///   - number: The number of the last entry of the previous page; 0 for the first page.
    ///   - limit: The maximum number of entries.
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
    /// The name, the state and the version, such as `order-42: charging, version 1`.
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
