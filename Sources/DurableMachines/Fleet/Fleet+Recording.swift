import Foundation
import StateMachineGraphs
import StateMachineInspectionMessages
public import StateMachineRecording
import StateMachines

extension Fleet {
    /// Returns a machine's history as a recording, which you can replay, check, or show on a web
    /// page.
    ///
    /// ```swift
    /// let recording = try await orders.recording(of: "order-42")
    /// print(await recording.check(Order.properties))
    /// try recording.jsonLines.write(toFile: "order-42.jsonl", atomically: true, encoding: .utf8)
    /// ```
    ///
    /// A recording starts with the machine's most recent creation. Only that first state is in the
    /// history, so this method applies the events to it to calculate the other states. Events from
    /// jobs appear as sent by the machine itself.
    ///
    /// - Parameters:
    ///   - id: The machine's ID.
    ///   - redaction: What to leave out of the recording's text.
    /// - Returns: The recording.
    /// - Throws: ``FleetError/noMachine(_:)`` if there is no history.
    ///   ``FleetError/undecodable(_:reason:)`` if the creation or a payload was removed, or if the
    ///   definition has changed and an event now has the opposite result: handled instead of
    ///   rejected, or vice versa. The error names the entry.
    public func recording(
        of id: String,
        redacting redaction: MachineRedaction = .nothing
    ) async throws(FleetError) -> MachineRecording<Definition> {
        var entries: [HistoryEntry] = []
        while true {
            let page = try await history(of: id, after: entries.last?.number ?? 0, limit: 1000)
            if page.isEmpty { break }
            entries += page
        }
        guard let first = entries.first else { throw .noMachine(id) }
        let creation = entries.lastIndex { if case .created = $0.content { true } else { false } }
        guard let creation, case .created(var state) = entries[creation].content else {
            throw .undecodable(id, reason: "the history begins with entry \(first.number), not with a creation")
        }
        var recording = MachineRecording<Definition>()
        recording.name = id
        recording.redaction = redaction
        recording.date = entries[creation].date.inMilliseconds
        for entry in entries[(creation + 1)...] {
            guard let (event, isHandled) = try Self.event(of: entry, id) else { break }
            let step = TraceStep(from: state, event: event)
            guard step.isHandled == isHandled else {
                let words =
                    isHandled ? "handled, but the definition now rejects" : "rejected, but the definition now handles"
                throw .undecodable(
                    id,
                    reason: "entry \(entry.number) was \(words) the event"
                )
            }
            let seconds = max(0, entry.date.timeIntervalSince(recording.date ?? entry.date))
            var recorded = MachineRecording.Entry(
                step,
                time: .microseconds(Int64((seconds * 1_000_000).rounded())),
                naming: redaction.text
            )
            if entry.job != nil { recorded.sender = .work(of: id) }
            recording.entries.append(recorded)
            state = step.after
        }
        return recording
    }

    /// Returns an entry's event; `nil` for the machine's deletion.
    private static func event(
        of entry: HistoryEntry,
        _ id: String
    ) throws(FleetError) -> (Definition.Event, isHandled: Bool)? {
        switch entry.content {
        case .handled(let event): return (event, true)
        case .rejected(let event, _): return (event, false)
        case .created, .deleted: return nil
        case .raw:
            throw .undecodable(id, reason: "the payload of entry \(entry.number) was removed or cannot be decoded")
        }
    }
}
