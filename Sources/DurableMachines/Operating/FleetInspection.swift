import Foundation

/// A fleet's page: its content as JSON, and how to serve it.
///
/// Serving the page only reads: it creates no tables or files and locks no rows. Each answer opens
/// and closes its own connection, so the page recovers from any failure of the database or its
/// host. If no other program has a SQLite file open, SQLite then moves its log into the file, as
/// after any reader.
package struct FleetInspection: Sendable {
    /// The fleet's name.
    package let fleet: String

    /// Which port on 127.0.0.1 to use; `nil` for any free port.
    package let port: Int?

    /// Whether to open the page in a browser.
    package let opensBrowser: Bool

    let database: FleetDatabase

    /// Whether payloads and errors are left out.
    let isRedacted: Bool

    /// How many of a machine's latest events the page shows.
    private static let eventLimit = 100

    /// How many of a payload's characters the page shows at most.
    static let payloadLimit = 20_000

    /// Makes sure that the database contains the fleet's tables.
    func check() async throws {
        try FleetName.check(fleet)
        try await FleetCommand.onThread { try database.check(for: fleet) }
    }

    /// Returns the fleet's figures and first jobs as a JSON object.
    package func overview() async throws -> String {
        try await reading { rows in try rows.overview().object(of: fleet, content) }
    }

    /// Returns a machine's state, jobs, and latest events as a JSON object.
    ///
    /// - Parameter machine: The machine's ID.
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

    /// Performs reads on a separate connection and returns a JSON object.
    private func reading(_ body: @escaping @Sendable (SQLTransaction) throws -> [String: Any]) async throws -> String {
        try await FleetCommand.onThread { FleetLine.text(of: try database.reading(fleet, body)) }
    }

    // MARK: Payloads

    /// Returns a line's values for the page, with payloads as text or only as case names.
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

    /// Returns an enum's case, as Swift encodes it, or an ellipsis for any other value.
    ///
    /// If a key isn't an identifier, it may be a value, for example in a dictionary.
    private static func caseName(of value: Any) -> String {
        guard let object = value as? [String: Any], object.count == 1, let (name, payload) = object.first,
            let payload = payload as? [String: Any], name.wholeMatch(of: /[A-Za-z_]\w*/) != nil
        else { return "…" }
        return payload.isEmpty ? name : "\(name)(…)"
    }
}

extension FleetDatabase {
    /// Performs reads in a transaction on a separate connection, which is then closed.
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
