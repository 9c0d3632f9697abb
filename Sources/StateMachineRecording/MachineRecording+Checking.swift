public import Foundation
public import StateMachineGraphs
import StateMachineInspectionMessages
public import StateMachines

extension MachineRecording {
    /// Checks properties along the recorded events and returns the first violation of each.
    ///
    /// ```swift
    /// let check = await recording.check(Session.properties)
    /// for violation in check.violations {
    ///     print(violation)                                    // with the line, the date and a short trace
    ///     print(violation.counterexample.swiftTest ?? "")     // a failing test
    /// }
    /// ```
    ///
    /// A violation's trace is the shortest one that this method finds by combining recorded steps.
    /// If the current definition still violates the property along it
    /// (``RecordingCheck/Violation/isReproduced``), no event of the trace can be removed.
    ///
    /// Some properties cannot be decided by a recording, and ``RecordingCheck/undecided`` explains
    /// why. No single run can decide `reachable` or `alwaysPossible`. A property that depends on
    /// earlier events is undecided if the recording begins in the middle of a machine's life or
    /// lacks events, and so is a violation that a redacted file reports but the samples do not
    /// show. A liveness property that is not satisfied at the end is ``RecordingCheck/pending``.
    ///
    /// - Complexity: O(*n*) for *n* events, plus a search for the shortest trace of each violation.
    public nonisolated(nonsending) func check(
        _ properties: [MachineProperty<Definition>]
    ) async -> RecordingCheck<Definition> {
        var run = RecordingRun(self, properties)
        run.goThrough()
        var violations: [RecordingCheck<Definition>.Violation] = []
        for found in run.found { violations.append(await violation(found)) }
        return RecordingCheck(violations: violations, pending: run.pending, undecided: run.undecided)
    }

    private nonisolated(nonsending) func violation(
        _ found: RecordingRun<Definition>.Found
    ) async -> RecordingCheck<Definition>.Violation {
        let (property, initial) = (found.property, found.initial)
        let recorded = Trace(from: initial, steps: found.steps)
        let short = property.shortestViolation(from: initial, through: found.steps)
        var shortest = short ?? property.violation(in: recorded) ?? found.counterexample
        var isReproduced = false
        // Run the current definition, which may behave in another way than the recorded one.
        for trace in [short?.trace, recorded].compactMap(\.self) where !isReproduced {
            let rerun = Trace(from: initial, events: trace.events)
            guard property.violation(in: rerun) != nil else { continue }
            isReproduced = true
            let attempts = Swift.max(100, 1_000_000 / Swift.max(1, rerun.steps.count))
            let short = await rerun.shrunk(attempts: attempts) { property.violation(in: $0) != nil }
            shortest = property.violation(in: short) ?? shortest
        }
        return RecordingCheck<Definition>.Violation(
            counterexample: shortest,
            entry: found.entry,
            line: found.entry.map { line(ofEntry: $0) },
            date: found.entry.flatMap { date(ofEntry: $0) },
            time: found.entry.flatMap { entries[$0].time },
            sender: found.entry.flatMap { entries[$0].sender },
            isReproduced: isReproduced
        )
    }
}

/// The result of checking properties along a recording.
public struct RecordingCheck<Definition: StateDefinition>: Sendable {
    /// A property that the recorded events violate.
    public struct Violation: Sendable {
        /// The property, the reason, and a short trace to the violation.
        ///
        /// Its `swiftTest` is a test that fails while the definition violates the property.
        public let counterexample: Counterexample<Definition>

        /// The index of the entry that violates the property; `nil` if the first state does.
        public let entry: Int?

        /// The violation's line in the file, counted from 1.
        public let line: Int?

        /// The event's date, if the recording knows it.
        public let date: Date?

        /// How long after the recording's beginning the event happened, if this was measured.
        public let time: Duration?

        /// Who sent the event, if the recording knows it.
        public let sender: MachineRecording<Definition>.Entry.Sender?

        /// Whether the current definition violates the property along the trace.
        ///
        /// If it does not, the definition has changed since the recording was made, or it depends
        /// on something that the recording does not contain.
        public let isReproduced: Bool
    }

    /// Violations in event order, with each property at most once.
    public let violations: [Violation]

    /// Names of the liveness properties that the recording does not satisfy up to its end.
    public let pending: [String]

    /// Properties that the recording cannot decide, with the reasons.
    public let undecided: [UndecidedProperty<Definition>]
}

extension RecordingCheck.Violation: CustomStringConvertible {
    /// A text with the place, the property, the reason, and each step of the trace on a separate
    /// line.
    public var description: String {
        var place = line.map { "Line \($0)" } ?? "The first state"
        if let time { place += ", \(time.description)" }
        if let date { place += ", \(date.inISO8601)" }
        switch sender {
        case .turn(let machine)?: place += ", sent in a turn of \(machine)"
        case .work(let machine)?: place += ", sent by work of \(machine)"
        case nil: break
        }
        let note = isReproduced ? "" : "\nThe current definition does not violate the property along this trace."
        return "\(place): \(counterexample)\(note)"
    }
}

extension RecordingCheck: CustomStringConvertible {
    /// A text with the violations, and what is pending or undecided, each on separate lines.
    public var description: String {
        let lines =
            violations.map(\.description) + pending.map { "\"\($0)\" is pending at the end." }
            + undecided.map(\.description)
        return lines.isEmpty ? "No property is violated." : lines.joined(separator: "\n")
    }
}
