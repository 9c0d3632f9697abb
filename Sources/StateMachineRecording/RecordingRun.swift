import StateMachineGraphs
import StateMachines

/// The entries of a recording as steps, along which properties are checked.
struct RecordingRun<Definition: StateDefinition> {
    /// A violation, with all steps that led to it.
    struct Found {
        let property: MachineProperty<Definition>
        let counterexample: Counterexample<Definition>
        let entry: Int?
        let initial: Definition
        let steps: [TraceStep<Definition>]
    }

    private let recording: MachineRecording<Definition>
    private let properties: [MachineProperty<Definition>]

    private(set) var found: [Found] = []
    private(set) var pending: [String] = []

    /// Why properties that depend on earlier events are undecided; `nil` if they are not.
    private var gap: String?

    private var watch: PropertyWatch<Definition>?
    private var newFailures: Failures = Failures()
    private var initial: Definition?
    private var steps: [TraceStep<Definition>] = []

    /// The failures that the watch has reported for the present step.
    private final class Failures {
        var list: [Counterexample<Definition>] = []
    }

    init(_ recording: MachineRecording<Definition>, _ properties: [MachineProperty<Definition>]) {
        self.recording = recording
        self.properties = properties
    }

    mutating func goThrough() {
        for (index, entry) in recording.entries.enumerated() where !entry.isDropped {
            if initial == nil {
                let isLate = recording.missingCount > 0
                if isLate { gap = "the \(count(recording.missingCount)) before line \(line(index)) are missing" }
                if !isLate, !entry.state.isBeginning {
                    gap = "the recording begins in the middle of the machine's life, in \(ValueName(of: entry.state))"
                }
                begin(in: entry.state, index, mayBegin: !isLate)
            } else if let last = steps.last?.after ?? initial, !areSame(any: last, entry.state) {
                gap = "events are missing before line \(line(index))"
                begin(in: entry.state, index, mayBegin: false)
            }
            guard let step = entry.step else {
                gap = "the current definition does something else in line \(line(index)), as `replay()` says"
                begin(in: entry.after, index, mayBegin: false)
                continue
            }
            steps.append(step)
            watch?.look(at: step)
            collect(at: index)
        }
        pending = watch?.pending ?? []
    }

    /// The properties that the recording does not decide.
    var undecided: [UndecidedProperty<Definition>] {
        let violated = Set(found.map(\.property.name))
        let unwatched = watch?.unwatched ?? properties.map(\.name)
        return properties.filter { unwatched.contains($0.name) && !violated.contains($0.name) }.map { property in
            let isAboutAll = property.kind == .reachable || property.kind == .alwaysPossible
            let reason = isAboutAll ? "a single run cannot decide it" : gap ?? "the recording is empty"
            return UndecidedProperty(property: property.name, reason: reason)
        }
    }

    /// Begins to watch the properties that are not violated yet, in a state.
    private mutating func begin(in state: Definition, _ index: Int, mayBegin: Bool) {
        let violated = Set(found.map(\.property.name))
        let failures = newFailures
        (initial, steps) = (state, [])
        watch = PropertyWatch(properties.filter { !violated.contains($0.name) }, from: state, mayBegin: mayBegin) {
            failures.list.append($0)
        }
        collect(at: index == 0 ? nil : index)
    }

    private mutating func collect(at entry: Int?) {
        guard let initial, !newFailures.list.isEmpty else { return }
        for failure in newFailures.list {
            guard let property = properties.first(where: { $0.name == failure.property }) else { continue }
            found.append(
                Found(property: property, counterexample: failure, entry: entry, initial: initial, steps: steps)
            )
        }
        newFailures.list = []
    }

    private func line(_ index: Int) -> Int { recording.line(ofEntry: index) }

    private func count(_ number: Int) -> String { number == 1 ? "event" : "\(number) events" }
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
