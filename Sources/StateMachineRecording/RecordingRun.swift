import StateMachineGraphs
import StateMachines

/// A recording's entries as steps, along which properties are checked.
struct RecordingRun<Definition: StateDefinition> {
    /// A violation, with all steps that led to it.
    struct Found {
        let property: MachineProperty<Definition>
        let counterexample: Counterexample<Definition>
        let entry: Int?
        let initial: Definition
        let steps: [TraceStep<Definition>]
    }

    /// A property, and its result in the run up to now.
    private struct Watched {
        let property: MachineProperty<Definition>
        var watch: PropertyWatch<Definition>?

        /// Whether nothing that follows can change the answer: the property is violated, or it is
        /// an `eventually` property whose goal was reached.
        var isDecided = false

        /// Why the run does not decide the property; `nil` if it does.
        var reason: String?
    }

    private let recording: MachineRecording<Definition>
    private var watched: [Watched]

    private(set) var found: [Found] = []

    /// The state in which the current stretch of steps begins, and its steps.
    private var initial: Definition?
    private var steps: [TraceStep<Definition>] = []

    init(_ recording: MachineRecording<Definition>, _ properties: [MachineProperty<Definition>]) {
        self.recording = recording
        watched = properties.map { Watched(property: $0) }
    }

    mutating func goThrough() {
        for (index, entry) in recording.entries.enumerated() where !entry.isDropped {
            if initial == nil {
                let reason = reasonOfLateBeginning(entry.state)
                begin(in: entry.state, at: nil, after: reason)
            } else if let last = steps.last?.after ?? initial, lacksEvents(before: index, from: last) {
                begin(in: entry.state, at: index, after: "events are missing before line \(line(index))")
            }
            guard let step = entry.step else {
                let reason = "the current definition behaves differently at line \(line(index)); `replay()` shows how"
                begin(in: entry.after, at: index, after: reason)
                continue
            }
            steps.append(step)
            for place in watched.indices where !watched[place].isDecided { watched[place].watch?.look(at: step) }
            collect(at: index)
        }
    }

    /// Names of the liveness properties that are not satisfied at the end.
    var pending: [String] { watched.filter { !$0.isDecided && $0.reason == nil }.flatMap { $0.watch?.pending ?? [] } }

    /// Properties that the recording does not decide.
    var undecided: [UndecidedProperty<Definition>] {
        watched.filter { !$0.isDecided }.compactMap { watched in
            let name = watched.property.name
            let reported = recording.reported[name].map { "the app has reported a violation in line \($0)" }
            let reason = reported ?? (watched.watch == nil ? "the recording is empty" : watched.reason)
            return reason.map { UndecidedProperty(property: watched.property.name, reason: $0) }
        }
    }

    private func reasonOfLateBeginning(_ state: Definition) -> String? {
        let count = recording.missingCount
        if count > 0 { return "\(count == 1 ? "an event is" : "\(count) events are") missing at the beginning" }
        guard recording.wasRunning || !state.isBeginning else { return nil }
        return "the recording begins in the middle of the machine's life, in \(ValueName(of: state))"
    }

    private func lacksEvents(before index: Int, from last: Definition) -> Bool {
        let state = recording.entries[index].state
        if recording.gaps.contains(index) { return true }
        return Definition.self is any Equatable.Type
            ? !areSame(any: last, state) : ValueName(of: last) != ValueName(of: state)
    }

    /// Begins a stretch of steps in a state.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - entry: The index of the entry that leads to the state, or begins in it; `nil` at first.
    ///   - reason: Why the earlier events are not known; `nil` if there are none.
    private mutating func begin(in state: Definition, at entry: Int?, after reason: String?) {
        (initial, steps) = (state, [])
        for place in watched.indices where !watched[place].isDecided {
            let property = watched[place].property
            if let watch = watched[place].watch {
                let isPending = !watch.pending.isEmpty
                if isPending { watched[place].reason = reason }
                if case .eventually = property.kind, !isPending, watched[place].reason == nil {
                    watched[place].isDecided = true
                    continue
                }
            }
            let watch = PropertyWatch([property], from: state, mayBegin: reason == nil) { _ in }
            watched[place].watch = watch
            if property.kind == .reachable || property.kind == .alwaysPossible {
                watched[place].reason = "a single run cannot decide it"
            } else if !watch.unwatched.isEmpty {
                watched[place].reason = reason
            }
        }
        collect(at: entry)
    }

    private mutating func collect(at entry: Int?) {
        guard let initial else { return }
        for place in watched.indices where !watched[place].isDecided {
            guard let failure = watched[place].watch?.failures.first else { continue }
            watched[place].isDecided = true
            let property = watched[place].property
            found.append(
                Found(property: property, counterexample: failure, entry: entry, initial: initial, steps: steps)
            )
        }
    }

    private func line(_ index: Int) -> Int { recording.line(ofEntry: index) }
}

extension MachineRecording.Entry {
    /// The entry as a step; `nil` if the current definition does something else, and the recording
    /// does not contain the output or the reason.
    fileprivate var step: TraceStep<Definition>? {
        let step = TraceStep(from: state, event: event)
        if step.isHandled == isHandled, areSame(any: step.after, after) { return step }
        if !isHandled {
            return (TransitionError.invalid as? Definition.Rejection).map { reason in
                TraceStep(before: state, event: event, outcome: .rejected(reason), after: after)
            }
        }
        guard let output = () as? Definition.Output else { return nil }
        let change = ActivityChange(from: state.activities, to: after.activities)
        return TraceStep(
            before: state,
            event: event,
            outcome: .handled(output),
            after: after,
            exited: change.exited,
            entered: change.entered
        )
    }
}
