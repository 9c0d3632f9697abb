import Foundation

/// A line that the `durable-machines` command prints, for people and as JSON.
struct FleetLine {
    let text: String

    /// A JSON object on one line, with sorted keys; `nil` for a line that only people need.
    let json: String?

    init(_ text: String, _ object: [String: Any]) {
        self.text = text
        json = Self.text(of: object)
    }

    init(text: String) { (self.text, json) = (text, nil) }

    /// Describes a parked job and the reason, which is what operators look for.
    init(parked job: JobRecord, in fleet: String) {
        let name = job.key.name(in: fleet)
        let reason = job.lastError.map(Self.plain) ?? "no reason is stored"
        self.init(
            "\(Self.plain(name)): parked, attempt \(job.state.attempts): \(reason)\n  \(Self.text(job.activity))",
            Self.object(of: job, in: fleet)
        )
    }

    /// Describes a machine's job.
    init(_ job: JobRecord, in fleet: String) {
        let next = job.nextTake.map { ", next \(Self.text($0))" } ?? ""
        let error = job.lastError.map { ": \(Self.plain($0))" } ?? ""
        self.init(
            "\(Self.plain(job.key.name(in: fleet))): \(Self.name(of: job)) in the queue \(Self.plain(job.queue)), attempt \(job.state.attempts)\(next)\(error)\n  \(Self.text(job.activity))",
            Self.object(of: job, in: fleet)
        )
    }

    /// Describes an entry in a machine's history.
    init(_ event: EventRecord, in fleet: String) {
        let sender = event.jobName(in: fleet) ?? event.id?.text
        var object: [String: Any] = [
            "number": event.number, "date": Self.text(event.date), "kind": event.kind.rawValue,
            "version": event.version,
        ]
        object["event"] = event.content.map(Self.json)
        object["output"] = event.output.map(Self.json)
        object["id"] = sender
        object["reason"] = event.words
        let words = [
            event.content.map(Self.text), sender.map { "from \(Self.plain($0))" }, event.words.map(Self.plain),
        ].compactMap(\.self)
        self.init(
            ["\(event.number)", Self.text(event.date), event.kind.rawValue].joined(separator: "  ")
                + words.map { "\n  \($0)" }.joined(),
            object
        )
    }

    private static func object(of job: JobRecord, in fleet: String) -> [String: Any] {
        var object: [String: Any] = [
            "job": job.key.name(in: fleet), "machine": job.key.machine.text, "activity": json(job.activity),
            "queue": job.queue, "state": name(of: job), "attempts": job.state.attempts, "failures": job.failures,
            "due": text(job.due),
        ]
        object["next"] = job.nextTake.map { text($0) }
        object["reason"] = job.lastError
        return object
    }

    private static func name(of job: JobRecord) -> String {
        switch job.state {
        case .waiting: "waiting"
        case .held, .alone: "held"
        case .exited: "exited"
        case .done: "done"
        case .parked: "parked"
        case .deleted: "deleted"
        }
    }

    /// Returns a date in UTC, to the second.
    static func text(_ date: Date) -> String { date.formatted(.iso8601) }

    /// Returns stored JSON on one line, without characters that would control a terminal.
    static func text(_ json: Data) -> String { plain(String(decoding: json, as: UTF8.self)) }

    /// Returns text on one line, without characters that would control a terminal.
    static func plain(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.properties.generalCategory == .control ? " " : String(scalar)
        }
    }

    /// Returns stored JSON as a value, or as text if it is damaged.
    static func json(_ data: Data) -> Any {
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) ?? text(data)
    }

    /// Returns a JSON object on one line, with sorted keys.
    static func text(of object: [String: Any]) -> String {
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
