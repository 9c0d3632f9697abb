import Foundation

/// What the page of a fleet shows, as JSON, and how it is served.
///
/// It reads and never writes: it creates neither tables nor files, and it locks no rows. Each
/// answer opens a connection and closes it, so the page recovers from any failure of the database
/// or its host. When no other program has an SQLite file open, SQLite then moves its log into the
/// file, as after any reader.
package struct FleetInspection: Sendable {
    /// The name of the fleet.
    package let fleet: String

    /// The port of 127.0.0.1; `nil` for a free port.
    package let port: Int?

    /// Whether to open the page in a browser.
    package let opensBrowser: Bool

    let database: FleetDatabase

    /// Whether payloads and errors are left out.
    let isRedacted: Bool

    /// The number of the last events of a machine on the page.
    private static let eventLimit = 100

    /// The maximum number of characters of a payload on the page.
    static let payloadLimit = 20_000

    /// Makes sure that the database has the tables of the fleet.
    func check() async throws {
        try FleetName.check(fleet)
        try await FleetCommand.onThread { try database.check(for: fleet) }
    }

    /// The figures of the fleet and its first jobs, as an object of JSON.
    package func overview() async throws -> String {
        try await reading { rows in try rows.overview().object(of: fleet, content) }
    }

    /// The state, the jobs and the last events of a machine, as an object of JSON.
    ///
    /// - Parameter machine: The name of the machine.
    package func machine(_ machine: String) async throws -> String {
        let id = try MachineID(machine)
        return try await reading { rows in
            guard let record = try rows.machine(id), record.state != nil else { throw FleetError.noMachine(id.text) }
            let pause = try rows.control(.machine(id)).flatMap { FleetPause($0) }
            let jobs = try rows.jobs(of: id).map { content(of: FleetLine($0, in: fleet)) }
            let events = try rows.events(
                of: id,
                after: max(0, record.lastNumber - Self.eventLimit),
                limit: Self.eventLimit
            )
            let history = events.map { content(of: FleetLine($0, in: fleet)) }
            return [
                "time": FleetLine.text(rows.now), "machine": content(of: FleetLine(record)), "jobs": jobs,
                "history": history, "pauses": [pause].compactMap { $0.map { FleetLine($0).text.capitalizedFirst } },
            ]
        }
    }

    /// Performs reads on a connection of their own, and returns an object of JSON.
    private func reading(_ body: @escaping @Sendable (SQLTransaction) throws -> [String: Any]) async throws -> String {
        try await FleetCommand.onThread { FleetLine.text(of: try database.reading(fleet, body)) }
    }

    // MARK: Payloads

    /// The values of a line for the page: payloads as texts, or only their cases.
    func content(of line: FleetLine) -> [String: Any] {
        var values = FleetLine.json(Data((line.json ?? "").utf8)) as? [String: Any] ?? [:]
        for name in ["state", "activity", "event", "output"] {
            // The state of a job is a word, and that of a machine a payload.
            guard let value = values[name], name != "state" || values["version"] != nil else { continue }
            values[name] = isRedacted ? Self.caseName(of: value) : Self.text(of: value)
        }
        // It may quote a payload.
        if isRedacted, values["reason"] != nil { values["reason"] = "…" }
        return values
    }

    private static func text(of value: Any) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
        let text =
            (value as? String)
            ?? (try? JSONSerialization.data(withJSONObject: value, options: options))
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard text.count > payloadLimit else { return text }
        return "\(text.prefix(payloadLimit))… (\(text.count - payloadLimit) more characters)"
    }

    /// The case of an enum as Swift encodes it, and an ellipsis for any other value.
    ///
    /// A key that is not an identifier may be a value, for example in a dictionary.
    private static func caseName(of value: Any) -> String {
        guard let object = value as? [String: Any], object.count == 1, let (name, payload) = object.first,
            let payload = payload as? [String: Any], name.wholeMatch(of: /[A-Za-z_]\w*/) != nil
        else { return "…" }
        return payload.isEmpty ? name : "\(name)(…)"
    }
}

extension FleetDatabase {
    /// Performs reads in a transaction on a connection of their own, which is then closed.
    func reading<Result>(_ fleet: String, _ body: (SQLTransaction) throws -> Result) throws -> Result {
        switch self {
        case .file(let path):
            try checkFile()
            let connection = try Self.open(file: path)
            return try connection.inTransaction(connection.beginReading) {
                try connection.checkVersion()
                let rows = SQLTransaction(
                    on: connection,
                    fleet: fleet,
                    isWriting: false,
                    now: Date(),
                    schema: SQLiteSchema.version
                )
                return try body(rows)
            }
        case .server(let place):
            let connection = try Self.open(place)
            let rows = SQLTransaction(on: connection, fleet: fleet, isWriting: false, now: nil)
            rows.begin(with: connection.transactionSettings)
            let result = try body(rows)
            try rows.commit()
            return result
        }
    }
}
