import Foundation
import StateMachineCommandLine

/// The options of the command that removes old entries.
struct RetentionOptions {
    /// The first option that was given.
    private(set) var first: String?

    private var limit: FleetOperation.Retention.Limit?
    private var kept = 0
    private var onlyPayloads = false

    /// Reads an option and its value.
    ///
    /// - Returns: Whether it is one of these options.
    mutating func take(_ option: String, from arguments: inout Arguments) throws(UsageError) -> Bool {
        switch option {
        case "--older-than": try set(.days(arguments.number(of: option, in: 0...100_000)))
        case "--before": try set(.date(Self.date(arguments.value(of: option))))
        case "--keep": kept = try arguments.number(of: option, in: 1...1_000_000_000)
        case "--payloads": onlyPayloads = true
        default: return false
        }
        first = first ?? option
        return true
    }

    private mutating func set(_ limit: FleetOperation.Retention.Limit) throws(UsageError) {
        guard self.limit == nil else { throw UsageError("'prune' takes only one of --older-than and --before") }
        self.limit = limit
    }

    /// Reads a day or a time.
    private static func date(_ text: String) throws(UsageError) -> Date {
        let (time, day) = (Date.ISO8601FormatStyle.iso8601, Date.ISO8601FormatStyle.iso8601.year().month().day())
        guard let date = (try? time.parse(text)) ?? (text.count == 10 ? try? day.parse(text) : nil) else {
            throw UsageError("--before takes a day such as 2026-01-31 or 2026-01-31T12:00:00Z, not '\(text)'")
        }
        return date
    }

    /// The entries that a removal leaves alone.
    var retention: FleetOperation.Retention {
        get throws(UsageError) {
            guard let limit else { throw UsageError("'prune' needs --older-than or --before") }
            return FleetOperation.Retention(limit: limit, kept: kept, onlyPayloads: onlyPayloads)
        }
    }
}
