import Foundation
import StateMachineCommandLine

/// A command line's names and options.
struct FleetWords {
    /// Words that are not options.
    private(set) var names: [String] = []

    /// Options with their values, which are empty for flags.
    private(set) var options: [String: String] = [:]

    private(set) var isHelp = false

    private static let flags: Set = [
        "--apply", "--ignore-leases", "--all", "--json", "--payloads", "--no-open", "--redact",
    ]
    private static let all = FleetCommandName.allCases.reduce(into: Set()) { $0.formUnion($1.options) }

    init(_ words: [String]) throws(UsageError) {
        var arguments = Arguments(words)
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): isHelp = true
            case .option(let name) where options[name] != nil: throw UsageError("\(name) is given twice")
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

    /// Returns an option's value that is a number with a unit.
    func duration(_ option: String) throws(UsageError) -> Duration? {
        guard let text = options[option] else { return nil }
        guard let duration = Self.duration(text), duration >= .zero || option == "--head-start" else {
            throw UsageError("\(option) takes a time such as 90s, 10min, 2h or 30d, up to 10000d, not '\(text)'")
        }
        return duration
    }

    private static func duration(_ text: String) -> Duration? {
        let units = ["s": 1, "min": 60, "h": 3_600, "d": 86_400]
        guard let match = text.wholeMatch(of: /(-?[0-9]{1,9})(s|min|h|d)/), let number = Int(match.1),
            let unit = units[String(match.2)]
        else { return nil }
        return abs(number * unit) <= 10_000 * 86_400 ? .seconds(number * unit) : nil
    }

    func database(_ text: String) throws(UsageError) -> FleetDatabase {
        try FleetDatabase(text, schema: options["--schema"], partitions: number("--partitions", in: 1...1000) ?? 1)
    }

    /// Which part of the fleet to pause or resume.
    var part: FleetPart {
        get throws(UsageError) {
            switch (options["--queue"], options["--machine"]) {
            case (nil, nil): return .fleet
            case (let queue?, nil): return .queue(queue)
            case (nil, let machine?): return .machine(machine)
            case (.some, .some): throw UsageError("--queue and --machine cannot be used together")
            }
        }
    }

    func filter(_ condition: JobFilter.Condition?) throws(UsageError) -> JobFilter {
        var filter = JobFilter(condition)
        (filter.queue, filter.machineState) = (options["--queue"].map(QueueName.stored), options["--state"])
        filter.age = try duration("--older-than")
        return filter
    }

    /// Which limits change.
    var limits: FleetOperation.LimitChange {
        get throws(UsageError) {
            var change = FleetOperation.LimitChange()
            change.jobs = try optional("--jobs")
            change.headStart = options["--head-start"] == "none" ? .zero : try duration("--head-start")
            guard let starts = options["--starts"] else { return change }
            if starts == "none" {
                change.starts = .some(nil)
                return change
            }
            let parts = starts.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let count = Int(parts[0]), 1...1_000_000_000 ~= count,
                let period = Self.duration(parts[1]),
                period > .zero
            else { throw UsageError("--starts takes a rate, such as 10/1s or 100/1min, not '\(starts)'") }
            change.starts = FleetOperation.Rate(count: count, period: period)
            return change
        }
    }

    private func optional(_ option: String) throws(UsageError) -> Int?? {
        guard let text = options[option] else { return nil }
        return text == "none" ? .some(nil) : .some(try number(option, in: 1...1_000_000_000))
    }

    /// Which history entries to remove.
    var retention: FleetOperation.Retention {
        get throws(UsageError) {
            let isNarrow = options["--machine"] != nil || options["--keep"] != nil
            let kept = try number("--keep", in: 1...1_000_000_000) ?? 0
            let limit: FleetOperation.Retention.Limit
            switch (try duration("--older-than"), options["--before"]) {
            case (nil, nil): throw UsageError("'prune' needs --older-than or --before")
            case (.some, .some): throw UsageError("'prune' takes only one of --older-than and --before")
            case (let age?, nil):
                guard isNarrow || age >= .seconds(3_600) else {
                    throw UsageError("'prune' with --older-than below 1h also needs --machine or --keep")
                }
                limit = .age(age)
            case (nil, let text?):
                let date = try Self.date(text)
                guard isNarrow || date < Date() else {
                    throw UsageError("'prune' with --before in the future also needs --machine or --keep")
                }
                limit = .date(date)
            }
            return FleetOperation.Retention(
                limit: limit,
                kept: kept,
                onlyPayloads: has("--payloads"),
                machine: options["--machine"]
            )
        }
    }

    /// Reads a day or a time.
    private static func date(_ text: String) throws(UsageError) -> Date {
        let (time, day) = (Date.ISO8601FormatStyle.iso8601, Date.ISO8601FormatStyle.iso8601.year().month().day())
        guard let date = (try? time.parse(text)) ?? (text.count == 10 ? try? day.parse(text) : nil) else {
            throw UsageError("--before takes a day such as 2026-01-31 or 2026-01-31T12:00:00Z, not '\(text)'")
        }
        return date
    }
}
