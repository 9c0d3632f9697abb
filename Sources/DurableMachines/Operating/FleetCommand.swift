import Foundation
import StateMachineCommandLine

/// The `durable-machines` command, which creates fleets' tables, moves fleets to a server, and
/// shows what they do.
package enum FleetCommand {
    /// Runs the command.
    ///
    /// - Parameters:
    ///   - words: The words after the program's name.
    ///   - serve: A closure that serves a fleet's page until somebody ends the program.
    /// - Returns: The exit status: 0 for success, 1 after an error, or 64 for invalid arguments.
    ///   Output that can't be written also counts as an error.
    package static func main(
        _ words: [String] = Array(CommandLine.arguments.dropFirst()),
        serve: @Sendable (FleetInspection) throws -> Void
    ) async -> Int32 {
        let (status, output, error) = await perform(words, serve: serve)
        ProgramOutput.standard.write(output)
        ProgramOutput.error.write(error)
        return ProgramOutput.status(status, of: "durable-machines")
    }

    static func perform(
        _ words: [String],
        serve: @Sendable (FleetInspection) throws -> Void = { _ in }
    ) async -> (status: Int32, output: String, error: String) {
        do {
            let options = try FleetOptions(words)
            if case .inspect(let inspection) = options.action {
                try await inspection.check()
                try serve(inspection)
                return (0, "", "")
            }
            if case .operate(let operation, let database, let isJSON) = options.action {
                return try await perform(operation, in: database, isJSON: isJSON)
            }
            return (0, try await onThread { try perform(options) } + "\n", "")
        } catch let error as UsageError {
            return (
                UsageError.status, "", "durable-machines: \(error.message)\nFor help, run durable-machines --help.\n"
            )
        } catch {
            return (1, "", "durable-machines: \(error)\n")
        }
    }

    /// Calls a function on a thread, because databases wait for disks and networks.
    static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
        }
    }

    private static func perform(
        _ operation: FleetOperation,
        in database: FleetDatabase,
        isJSON: Bool
    ) async throws -> (status: Int32, output: String, error: String) {
        try FleetName.check(operation.fleet)
        let store = try await onThread { try database.store(with: operation.fleet) }
        let result: FleetOperation.Result
        do { result = try await operation.perform(in: store.rows.store) } catch {
            await store.close()
            throw error
        }
        await store.close()
        let output = result.lines.compactMap { (isJSON ? $0.json : $0.text).map { $0 + "\n" } }.joined()
        let words = (result.notes + result.errors).map { "durable-machines: \($0)\n" }.joined()
        return (result.errors.isEmpty ? 0 : 1, output, words)
    }

    private static func perform(_ options: FleetOptions) throws -> String {
        switch options.action {
        case .help, .operate, .inspect: FleetOptions.help
        case .schema(let database, let fleets, let isApplied): try schema(database, fleets, isApplied: isApplied)
        case .copy(let source, let target, let ignoresLeases):
            try copy(source, to: target, ignoresLeases: ignoresLeases)
        case .backup(let path, let target): try backup(path, to: target)
        }
    }

    private static func schema(_ database: FleetDatabase, _ fleets: [String], isApplied: Bool) throws -> String {
        for fleet in fleets { try FleetName.check(fleet) }
        let changes = try database.changes(for: fleets)
        if changes.statements.isEmpty { return "-- The tables exist. There is nothing to do." }
        if isApplied { try database.createTables(of: fleets) }
        let script = (["BEGIN"] + changes.statements + ["COMMIT"]).map { "\($0);" }
        return (firstLines(database) + script + [lastLine(changes, isApplied: isApplied)]).joined(separator: "\n")
    }

    /// A line that makes the `sqlite3` command stop at the first error, before `COMMIT`.
    private static func firstLines(_ database: FleetDatabase) -> [String] {
        if case .file = database { [".bail on"] } else { [] }
    }

    private static func lastLine(_ changes: FleetDatabase.Changes, isApplied: Bool) -> String {
        switch (changes.upgrade.isEmpty, isApplied) {
        case (true, true): "-- The tables were created."
        case (true, false): "-- Nothing was changed. Add --apply to create the tables."
        case (false, true): "-- The tables of all fleets were upgraded."
        case (false, false): "-- Nothing was changed. Add --apply to upgrade the tables of all fleets."
        }
    }

    private static func backup(_ path: String, to target: String) throws -> String {
        let fleets = try FleetBackup.write(path, to: target).map { fleet, machines in
            "the fleet \(fleet) with \(machines) \(machines == 1 ? "machine" : "machines")"
        }
        return "Wrote \(target): \(fleets.isEmpty ? "no fleets" : fleets.joined(separator: ", "))."
    }

    private static func copy(_ path: String, to place: PostgreSQLPlace, ignoresLeases: Bool) throws -> String {
        guard FileManager.default.fileExists(atPath: path) else {
            throw DurableStoreError.cannotOpen(path, reason: "There is no such file.")
        }
        let copy = FleetCopy(
            source: try FleetDatabase.open(file: path, checksSchema: false),
            target: try FleetDatabase.open(place)
        )
        let fleets = try copy.source.fleets
        guard !fleets.isEmpty else { throw DurableStoreError.cannotOpen(path, reason: "The file contains no fleets.") }
        let names = "\(fleets.count == 1 ? "fleet" : "fleets") \(fleets.joined(separator: ", "))"
        switch try copy.copy(fleets, ignoresLeases: ignoresLeases, now: Date()) {
        case .existed: return "The \(names) had been copied before. The sums of all tables are equal."
        case .copied(let counts):
            let rows = FleetCopy.Table.Name.allCases.filter { $0 != .controls || counts[$0, default: 0] > 0 }
                .map { "\(counts[$0] ?? 0) \($0)" }.joined(separator: ", ")
            return """
                Copied the \(names): \(rows). The sums of all tables are equal.
                From now on, programs refuse \(path). Start them with the other database.
                """
        }
    }
}
