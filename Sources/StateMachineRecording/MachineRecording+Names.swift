import Foundation
import StateMachineGraphs
public import StateMachines

extension MachineRecording where Definition: FiniteStateDefinition {
    /// Creates a recording from the names in JSON Lines.
    ///
    /// ```swift
    /// let recording = try MachineRecording<Session>(names: text, machine: "session")
    /// await recording.check(Session.properties)
    /// ```
    ///
    /// Use this initializer if the recording is redacted, or if the definition is not `Codable`. It
    /// runs the current definition: for each event, it chooses the sample event of the recorded
    /// name that has the recorded outcome and leads to a state of the recorded name. Payloads are
    /// therefore those of the samples, so don't draw conclusions that depend on the real ones. If
    /// the recording is not redacted, the samples must have the recorded payloads.
    ///
    /// - Parameters:
    ///   - text: The text, as for ``init(jsonLines:machine:run:)``.
    ///   - name: A machine's name, or `nil` if only one machine of the run has this definition. Of
    ///     several machines with this name, the latest one is read.
    ///   - run: Which run of the app to read, counted back from the latest one, which is 0.
    /// - Throws: ``MalformedLine`` for the first line that cannot be read, or for which no sample
    ///   event fits, for example because the definition has changed since. Its `recording` contains
    ///   the entries before that line.
    public init(names text: String, machine name: String? = nil, run: Int = 0) throws(MalformedLine) {
        let decoder = JSONDecoder()
        var state: Definition?
        var known: (states: [Definition], areAll: Bool)?
        try self.init(text, machine: name, run: run) { line, isRedacted in
            let names =
                line.isRecord
                ? try decoder.decode(NamedRecord.self, from: line.text).entry
                : try decoder.decode(EntryNames.self, from: line.text)
            if state.map({ names.begins(in: $0) }) != true {
                let states = known ?? Definition.statesForNames
                known = states
                state =
                    states.states.first { "\(ValueName(of: $0))" == names.state }
                    ?? states.states.first { names.begins(in: $0) }
            }
            guard let before = state else {
                let note =
                    known?.areAll == false
                    ? ", and only the initial states are known, because there are too many to explore" : ""
                throw UnreadableLine(reason: "no known state has the name \(names.state)\(note)")
            }
            var entry = try names.entry(from: before, isRedacted: isRedacted)
            (entry.time, entry.sender) = (line.isRecord ? line.time : names.time?.asSeconds, line.sender?.named())
            (entry.note, entry.noteBefore) = (names.note, names.noteBefore)
            state = entry.after
            return entry
        }
    }
}

extension FiniteStateDefinition {
    /// States that a name can stand for: the initial ones and, if they are few enough to be
    /// explored, all others.
    fileprivate static var statesForNames: (states: [Self], areAll: Bool) {
        (try? StateGraph(exploring: Self.self)).map { (Array($0.states), true) } ?? (initialStates, false)
    }
}

private struct NamedRecord: Decodable {
    let entry: EntryNames
}

/// Names in a line.
private struct EntryNames: Decodable {
    let path: WrittenEntry.Path
    let state: String
    let event: String
    let outcome: WrittenOutcome
    let reason: String?
    let after: String
    let time: Decimal?
    let note: String?
    let noteBefore: String?

    func begins(in state: some StateDefinition) -> Bool { Self.has(path.state, state) }

    /// Whether a value has a path, which contains no payloads if the line is redacted.
    private static func has(_ path: [String], _ value: some Any) -> Bool {
        let name = ValueName(of: value)
        return path == name.path || path == name.casePath
    }

    /// Returns the best sample event's entry.
    func entry<Definition: FiniteStateDefinition>(
        from state: Definition,
        isRedacted: Bool
    ) throws -> MachineRecording<Definition>.Entry {
        let likely = state.sampleEvents.filter { Self.has(path.event, $0) }
        let same = likely.filter { "\(ValueName(of: $0))" == event }
        let events = isRedacted ? same + likely : same
        if outcome == .dropped {
            // The state was not offered the event, so any sample of its name will do.
            let samples = events + Definition.initialStates.flatMap(\.sampleEvents).filter { Self.has(path.event, $0) }
            guard let dropped = samples.first, let word = reason.flatMap(DropWord.init(rawValue:)) else { throw misfit }
            return .init(dropped: dropped, because: word.reason(), in: state)
        }
        let steps = events.map { TraceStep(from: state, event: $0) }.filter { step in
            step.isHandled == (outcome == .handled) && Self.has(path.after, step.after)
        }
        let exact = steps.first { "\(ValueName(of: $0.after))" == after }
        guard let step = exact ?? (isRedacted ? steps.first : nil) else { throw misfit }
        return .init(step)
    }

    private var misfit: UnreadableLine {
        UnreadableLine(
            reason: """
                no sample event of the name \(event) is \(outcome) in \(state) and leads to \(after); the definition has \
                changed, or the payloads of the samples lead elsewhere
                """
        )
    }
}

extension DropWord {
    func reason<Definition>() -> StateMachine<Definition>.DropReason {
        switch self {
        case .stale: .stale
        case .stopped: .stopped
        case .released: .released
        case .chainTooLong: .chainTooLong(lastEvents: [])
        }
    }
}
