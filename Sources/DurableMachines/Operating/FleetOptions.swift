import Foundation
import StateMachineCommandLine

/// The words after the command's name.
struct FleetOptions {
    /// What the command does.
    enum Action {
        case help
        case schema(FleetDatabase, fleets: [String], isApplied: Bool)
        case copy(from: String, to: PostgreSQLPlace, ignoresLeases: Bool)
        case backup(from: String, to: String)
        case operate(FleetOperation, FleetDatabase, isJSON: Bool)
        case inspect(FleetInspection)
    }

    let action: Action

    init(_ words: [String]) throws(UsageError) {
        let words = try FleetWords(words)
        if words.isHelp {
            action = .help
            return
        }
        guard let name = words.names.first else {
            throw UsageError("a command is required, such as schema or counts")
        }
        guard let command = FleetCommandName(rawValue: name) else { throw UsageError("unknown command '\(name)'") }
        for option in words.options.keys.sorted() where !command.options.contains(option) {
            throw UsageError("\(option) is not an option of '\(name)'")
        }
        switch command {
        case .schema: action = try Self.schema(words)
        case .copy: action = try Self.copy(words)
        case .backup: action = try Self.backup(words)
        case .inspect: action = try Self.inspect(words)
        case .counts, .queues, .jobs, .parked, .retry, .pause, .resume, .drain, .limit, .machines, .show, .history,
            .prune:
            action = try Self.operation(command, words)
        }
    }

    private static func schema(_ words: FleetWords) throws(UsageError) -> Action {
        guard words.names.count >= 3 else { throw UsageError("'schema' needs a database and the name of a fleet") }
        let database = try words.database(words.names[1])
        return .schema(database, fleets: Array(words.names.dropFirst(2)), isApplied: words.has("--apply"))
    }

    private static func copy(_ words: FleetWords) throws(UsageError) -> Action {
        guard words.names.count == 3 else { throw UsageError("'copy' needs a file and a database") }
        guard case .file(let path) = try words.database(words.names[1]) else {
            throw UsageError("'copy' reads an SQLite file, whose path comes first, as in 'copy orders.db dbname=shop'")
        }
        guard case .server(let place) = try words.database(words.names[2]) else {
            throw UsageError("'copy' writes to a PostgreSQL database, for example dbname=shop")
        }
        return .copy(from: path, to: place, ignoresLeases: words.has("--ignore-leases"))
    }

    private static func backup(_ words: FleetWords) throws(UsageError) -> Action {
        guard words.names.count == 3 else { throw UsageError("'backup' needs a file and the path of the copy") }
        guard case .file(let path) = try words.database(words.names[1]) else {
            throw UsageError("'backup' copies an SQLite file. For a server, use pg_dump")
        }
        return .backup(from: path, to: words.names[2])
    }

    private static func inspect(_ words: FleetWords) throws(UsageError) -> Action {
        guard words.names.count == 3 else { throw UsageError("'inspect' needs a database and the name of a fleet") }
        let inspection = FleetInspection(
            fleet: words.names[2],
            port: try words.number("--port", in: 0...65_535),
            opensBrowser: !words.has("--no-open"),
            database: try words.database(words.names[1]),
            isRedacted: words.has("--redact")
        )
        return .inspect(inspection)
    }

    /// Reads the words of a command about one fleet.
    private static func operation(_ command: FleetCommandName, _ words: FleetWords) throws(UsageError) -> Action {
        guard words.names.count > 2 else {
            throw UsageError("'\(command.rawValue)' needs a database and the name of a fleet")
        }
        let rest = Array(words.names.dropFirst(3))
        let kind = try kind(command, words, rest)
        let limit = try words.number("--limit", in: 1...1_000_000) ?? 100
        let operation = FleetOperation(kind: kind, fleet: words.names[2], limit: limit)
        return .operate(operation, try words.database(words.names[1]), isJSON: words.has("--json"))
    }

    private static func kind(
        _ command: FleetCommandName,
        _ words: FleetWords,
        _ rest: [String]
    ) throws(UsageError) -> FleetOperation.Kind {
        if !command.takesNames, let word = rest.first { throw UsageError("unexpected word '\(word)'") }
        switch command {
        case .show, .history:
            guard rest.count == 1 else { throw UsageError("'\(command.rawValue)' needs the name of one machine") }
            return command == .show ? .show(machine: rest[0]) : .history(machine: rest[0])
        case .limit:
            guard rest.count == 1 else { throw UsageError("'limit' needs the name of one queue") }
            return .limit(queue: rest[0], try words.limits)
        case .retry:
            guard rest.isEmpty == words.has("--all") else {
                throw UsageError("'retry' needs either the names of jobs or --all")
            }
            let filter = try words.filter(.parked)
            if !rest.isEmpty, filter != JobFilter(.parked) {
                throw UsageError("--queue, --state and --older-than select jobs only together with --all")
            }
            return rest.isEmpty ? .retryAll(filter) : .retry(jobs: rest)
        case .jobs:
            if let word = rest.dropFirst().first { throw UsageError("unexpected word '\(word)'") }
            let condition = rest.first.map(JobFilter.Condition.init)
            guard condition != .some(nil) else {
                let states = JobFilter.Condition.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("'jobs' takes one of these states: \(states)")
            }
            return .jobs(try words.filter(condition ?? nil))
        case .counts: return .counts
        case .queues: return .queues
        case .parked: return .parked(try words.filter(.parked))
        case .pause: return .pause(try words.part, reason: words.value("--reason"))
        case .resume: return .resume(try words.part)
        case .drain:
            return .drain(try words.part, reason: words.value("--reason"), timeout: try words.duration("--timeout"))
        case .prune: return .prune(try words.retention)
        case .machines: return .machines(state: words.value("--state"))
        case .schema, .copy, .backup, .inspect: throw UsageError("'\(command)' is not an operation on a fleet")
        }
    }
}

/// A command's name.
enum FleetCommandName: String, CaseIterable {
    case counts, queues, jobs, parked, machines, show, history
    case retry, pause, resume, drain, limit, prune
    case schema, copy, backup, inspect

    /// Whether IDs, a state, or a queue can follow the fleet.
    var takesNames: Bool { [.jobs, .show, .history, .retry, .limit].contains(self) }

    /// Options that the command accepts.
    var options: Set<String> {
        let filter: Set = ["--queue", "--state", "--older-than"]
        let common: Set = ["--json", "--schema"]
        return switch self {
        case .schema: ["--apply", "--schema", "--partitions"]
        case .copy: ["--ignore-leases", "--schema", "--partitions"]
        case .counts, .queues, .show: common
        case .jobs, .parked: common.union(filter).union(["--limit"])
        case .retry: common.union(filter).union(["--all"])
        case .pause: common.union(["--queue", "--machine", "--reason"])
        case .resume: common.union(["--queue", "--machine"])
        case .drain: common.union(["--queue", "--machine", "--reason", "--timeout"])
        case .limit: common.union(["--jobs", "--starts", "--head-start"])
        case .machines: common.union(["--state", "--limit"])
        case .history: common.union(["--limit"])
        case .prune: common.union(["--older-than", "--before", "--keep", "--payloads", "--machine"])
        case .backup: []
        case .inspect: ["--schema", "--port", "--no-open", "--redact"]
        }
    }
}
