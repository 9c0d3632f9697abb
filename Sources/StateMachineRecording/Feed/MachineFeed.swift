import StateMachineGraphs
import StateMachineInspectionMessages
package import StateMachines

/// A feed that tells a sink what happens in one machine.
///
/// Hooks of the machine retain the feed, so both end together.
package final class MachineFeed<Definition: StateDefinition> {
    private let sink: any RecordSink
    private let machine: Int
    private let redaction: MachineRedaction

    /// A closure that receives the state after each event.
    private let onState: (Definition) -> Void

    /// The machine as a sender of events.
    private let source: MachineSource

    /// How many entries were recorded.
    private var entryCount = 0

    /// The index of the last handled or rejected event's entry.
    private var lastStep: Int?

    /// Whether the feed has written its first record, which describes the machine.
    private var hasBegun = false

    /// Whether the machine runs, so that it evaluates predicates only in turns of events.
    private var hasStarted = false

    /// Events that were dropped during the turn in progress; `nil` between turns.
    ///
    /// They are recorded after the turn's event, whose number is the one that the turn began with.
    private var dropped: [(RecordStamp, Definition, MachineRecording<Definition>.Entry)]?

    init(
        of machine: StateMachine<Definition>,
        to sink: any RecordSink,
        numbered number: Int,
        redacting redaction: MachineRedaction,
        onState: @escaping (Definition) -> Void
    ) {
        self.sink = sink
        self.machine = number
        self.redaction = redaction
        self.onState = onState
        source = MachineSource(of: machine)
    }

    deinit { sink.endMachine(machine) }

    /// Records the machine and the properties that are initially violated.
    func began(
        _ machine: StateMachine<Definition>,
        _ name: String,
        accepting accepts: [String],
        watching properties: [MachineProperty<Definition>],
        _ watch: PropertyWatch<Definition>?
    ) {
        let (state, isRunning, activities) = (machine.stateUntracked, machine.isRunning, machine.activities)
        let unwatched = watch?.unwatched ?? []
        note(.machine) { [redaction] record in
            record.name = name
            record.type = Definition.recordedType
            record.state = redaction.name(of: state)
            record.path = redaction.path(of: state)
            record.isRunning = isRunning
            record.isRedacted = redaction.redactsAnything ? true : nil
            record.activities = activities.map { redaction.name(of: $0) }
            record.accepts = accepts
            record.properties = properties.map { WrittenRecord.Property(name: $0.name, kind: "\($0.kind)") }
            record.unwatched = unwatched
        }
        (hasBegun, hasStarted) = (true, isRunning)
        for failure in watch?.failures ?? [] { broke(failure) }
    }

    func started(_ activities: [Definition.Activity]) {
        hasStarted = true
        note(.started) { [redaction] record in record.activities = activities.map { redaction.name(of: $0) } }
    }

    func stopped() {
        note(.stopped) { _ in }
        recordDropped()
    }

    /// Records that the machine begins to call its hooks for a handled event.
    func turnBegan() {
        guard hasStarted else { return }
        TurnStack.current.begin(self, source, in: sink, machine, entryCount, at: sink.stamp())
        dropped = []
    }

    func took(_ step: TraceStep<Definition>) {
        let began = TurnStack.current.end(self)
        lastStep = entryCount
        noteEntry(leadingTo: step.after, at: step.isHandled ? began : nil) { redaction in redaction.entry(of: step) }
        recordDropped()
    }

    func dropped(
        _ event: Definition.Event,
        because reason: StateMachine<Definition>.DropReason,
        in state: Definition
    ) {
        let entry = MachineRecording.Entry(dropped: event, because: reason, in: state)
        if dropped == nil {
            noteEntry(leadingTo: state) { _ in entry }
        } else {
            dropped?.append((sink.stamp(), state, entry))
        }
    }

    private func recordDropped() {
        let entries = dropped ?? []
        dropped = nil
        for (stamp, state, entry) in entries { noteEntry(leadingTo: state, at: stamp) { _ in entry } }
    }

    func broke(_ failure: Counterexample<Definition>) {
        guard hasBegun else { return }
        let index = lastStep
        note(.failure) { [redaction] record in
            record.index = index
            record.property = failure.property
            record.reason = redaction.reason(of: failure)
        }
    }

    private func noteEntry(
        leadingTo state: Definition,
        at stamp: RecordStamp? = nil,
        _ entry: @escaping @Sendable (MachineRedaction) -> MachineRecording<Definition>.Entry
    ) {
        onState(state)
        let index = entryCount
        let sender = TurnStack.current.sender(ofEventFor: source, in: sink)
        entryCount += 1
        note(.entry, at: stamp) { [redaction] record in
            record.index = index
            record.sender = sender
            record.add(entry(redaction).written(naming: redaction.text))
        }
    }

    private func note(
        _ kind: RecordKind,
        at stamp: RecordStamp? = nil,
        _ fill: @escaping @Sendable (inout WrittenRecord) -> Void
    ) {
        sink.note(kind, of: machine, at: stamp, fill)
    }
}

extension StateDefinition {
    /// The definition's type in recordings, with its module.
    package static var recordedType: String { TypeName(String(reflecting: Self.self)).key }
}
