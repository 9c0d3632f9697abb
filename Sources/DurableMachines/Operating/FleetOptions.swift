import Foundation
import StateMachineCommandLine

/// The words after the name of the command.
struct FleetOptions {
    /// The work of the command.
    enum Action {
        case help
        case schema(FleetDatabase, fleets: [String], isApplied: Bool)
        case copy(from: String, to: PostgreSQLPlace, ignoresLeases: Bool)
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
        case .inspect: action = try Self.inspect(words)
        case .counts, .queues, .jobs, .parked, .retry, .pause, .resume, .drain, .limit, .machines, .show, .history:
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
            throw UsageError("'copy' reads an SQLite file: name its path first")
        }
        guard case .server(let place) = try words.database(words.names[2]) else {
            throw UsageError("'copy' writes to a PostgreSQL database, for example dbname=shop")
        }
        return .copy(from: path, to: place, ignoresLeases: words.has("--ignore-leases"))
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

    /// Reads the words of a command on one fleet.
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
        switch command {
        case .show, .history:
            guard rest.count == 1 else { throw UsageError("'\(command.rawValue)' needs the name of one machine") }
            return command == .show ? .show(machine: rest[0]) : .history(machine: rest[0])
        case .limit:
            guard rest.count == 1 else { throw UsageError("'limit' needs the name of one queue") }
            return .limit(queue: rest[0], try words.limits)
        case .retry:
            guard rest.isEmpty == words.has("--all") else {
                throw UsageError("'retry' needs the names of jobs, or --all")
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
                throw UsageError("the state of a job is one of \(states)")
            }
            return .jobs(try words.filter(condition ?? nil))
        case .counts, .queues, .parked, .pause, .resume, .drain, .machines, .schema, .copy, .inspect:
            if let word = rest.first { throw UsageError("unexpected word '\(word)'") }
        }
        switch command {
        case .queues: return .queues
        case .parked: return .parked(try words.filter(.parked))
        case .pause: return .pause(try words.part, reason: words.value("--reason"))
        case .resume: return .resume(try words.part)
        case .drain:
            let seconds = try words.number("--timeout", in: 0...1_000_000)
            return .drain(try words.part, reason: words.value("--reason"), timeout: seconds.map { .seconds($0) })
        case .machines: return .machines(state: words.value("--state"))
        case .counts, .jobs, .retry, .limit, .show, .history, .schema, .copy, .inspect: return .counts
        }
    }
}

/// The name of a command.
enum FleetCommandName: String, CaseIterable {
    case schema, copy, counts, queues, jobs, parked, retry, pause, resume, drain, limit, machines, show, history,
        inspect

    /// The options that the command has.
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
        case .inspect: ["--schema", "--port", "--no-open", "--redact"]
        }
    }
}

/// The names and options of a command line.
struct FleetWords {
    /// The words that are not options.
    private(set) var names: [String] = []

    /// The options with their values, which are empty for those without a value.
    private(set) var options: [String: String] = [:]

    private(set) var isHelp = false

    private static let flags: Set = ["--apply", "--ignore-leases", "--all", "--json", "--no-open", "--redact"]
    private static let all = FleetCommandName.allCases.reduce(into: Set()) { $0.formUnion($1.options) }

    init(_ words: [String]) throws(UsageError) {
        var arguments = Arguments(words)
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): isHelp = true
            case .option(let name) where Self.flags.contains(name): options[name] = ""
            case .option(let name) where Self.all.contains(name): options[name] = try arguments.value(of: name)
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word): names.append(word)
            }
        }
    }

    func has(_ flag: String) -> Bool { options[flag] != nil }

    func value(_ option: String) -> String? { options[option] }

    func number(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'"
            )
        }
        return number
    }

    func database(_ text: String) throws(UsageError) -> FleetDatabase {
        try FleetDatabase(text, schema: options["--schema"], partitions: number("--partitions", in: 1...1000) ?? 1)
    }

    /// The part of the fleet that is paused.
    var part: FleetPart {
        get throws(UsageError) {
            switch (options["--queue"], options["--machine"]) {
            case (nil, nil): return .fleet
            case (let queue?, nil): return .queue(queue)
            case (nil, let machine?): return .machine(machine)
            case (.some, .some): throw UsageError("--queue and --machine exclude each other")
            }
        }
    }

    func filter(_ condition: JobFilter.Condition?) throws(UsageError) -> JobFilter {
        var filter = JobFilter(condition)
        (filter.queue, filter.machineState) = (options["--queue"], options["--state"])
        if let seconds = try number("--older-than", in: 0...1_000_000_000) {
            filter.dueBefore = Date(timeIntervalSinceNow: -Double(seconds))
        }
        return filter
    }

    /// The limits that change.
    var limits: FleetOperation.LimitChange {
        get throws(UsageError) {
            var change = FleetOperation.LimitChange()
            change.jobs = try optional("--jobs")
            change.headStart = try number("--head-start", in: -864_000_000...864_000_000).map { .seconds($0) }
            guard let starts = options["--starts"] else { return change }
            if starts == "none" {
                change.starts = .some(nil)
                return change
            }
            let parts = starts.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count <= 2, let count = parts[0], count > 0, let seconds = parts.count == 1 ? 1 : parts[1],
                seconds > 0, seconds <= 864_000_000
            else { throw UsageError("--starts needs a number, such as 10, or a number in a time, such as 100/60") }
            change.starts = FleetOperation.Rate(count: count, period: .seconds(seconds))
            return change
        }
    }

    private func optional(_ option: String) throws(UsageError) -> Int?? {
        guard let text = options[option] else { return nil }
        return text == "none" ? .some(nil) : .some(try number(option, in: 1...1_000_000_000))
    }
}
