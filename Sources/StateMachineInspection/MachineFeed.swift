import Foundation
import StateMachineGraphs
import StateMachineInspectionMessages
import StateMachineRecording
import StateMachines

/// Records the behavior of one machine.
///
/// The hooks of the machine retain the feed, so both end together.
final class MachineFeed<Definition: StateDefinition> {
    private let inspector: MachineInspector
    private let machine: Int
    private let redaction: InspectionRedaction
    private let receiver: CommandReceiver<Definition>?

    /// The number of recorded entries.
    private var entryCount = 0

    /// Whether the feed has written its first record, which describes the machine.
    private var hasBegun = false

    /// Whether the machine runs, so that it evaluates predicates only in turns of events.
    private var hasStarted = false

    init(to inspector: MachineInspector, _ redaction: InspectionRedaction, _ receiver: CommandReceiver<Definition>?) {
        self.inspector = inspector
        self.redaction = redaction
        self.receiver = receiver
        machine = inspector.outbox.addMachine(receiver: receiver?.receive)
    }

    deinit { inspector.outbox.endMachine(machine) }

    /// Records the machine and the properties that are initially violated.
    func began(
        _ machine: StateMachine<Definition>,
        _ name: String,
        watching properties: [MachineProperty<Definition>],
        _ watch: PropertyWatch<Definition>?
    ) {
        let (state, isRunning, activities) = (machine.stateUntracked, machine.isRunning, machine.activities)
        let (accepts, unwatched) = (receiver?.names ?? [], watch?.unwatched ?? [])
        note(.machine) { [redaction] record in
            record.name = name
            record.type = TypeName(String(reflecting: Definition.self)).key
            record.state = redaction.name(of: state)
            record.path = redaction.path(of: state)
            record.isRunning = isRunning
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

    func stopped() { note(.stopped) { _ in } }

    /// The machine as the source of events.
    var source: InspectionSource { InspectionSource(inspector: ObjectIdentifier(inspector), machine: machine) }

    /// Records that the machine begins to call its hooks for a handled event.
    func turnBegan() {
        if hasStarted { TurnStack.current.begin(self, source, entryCount, at: inspector.outbox.time()) }
    }

    func took(_ step: TraceStep<Definition>) {
        let began = TurnStack.current.end(self)
        noteEntry(leadingTo: step.after, began: began) { redaction, time in redaction.entry(of: step, at: time) }
    }

    func dropped(
        _ event: Definition.Event,
        because reason: StateMachine<Definition>.DropReason,
        in state: Definition
    ) {
        noteEntry(leadingTo: state) { _, time in
            MachineRecording.Entry(dropped: event, because: reason, in: state, time: time)
        }
    }

    func broke(_ failure: Counterexample<Definition>) {
        guard hasBegun else { return }
        let index = entryCount > 0 ? entryCount - 1 : nil
        note(.failure) { [redaction] record in
            record.index = index
            record.property = failure.property
            record.reason = redaction.reason(of: failure)
        }
    }

    private func noteEntry(
        leadingTo state: Definition,
        began: Duration? = nil,
        _ entry: @escaping @Sendable (InspectionRedaction, Duration) -> MachineRecording<Definition>.Entry
    ) {
        receiver?.update(state)
        let index = entryCount
        let sender = TurnStack.current.sender(for: ObjectIdentifier(inspector))
        entryCount += 1
        inspector.outbox.note(.entry, of: machine) { [redaction] start in
            var record = WrittenRecord(start)
            record.index = index
            record.sender = sender
            record.began = began.map { Decimal(seconds: $0) }
            return record.jsonLine(with: "entry", redaction.json(of: entry(redaction, start.time)))
        }
    }

    private func note(_ kind: RecordKind, _ fill: @escaping @Sendable (inout WrittenRecord) -> Void) {
        inspector.outbox.note(kind, of: machine) { start in
            var record = WrittenRecord(start)
            fill(&record)
            return record.jsonLine
        }
    }
}
