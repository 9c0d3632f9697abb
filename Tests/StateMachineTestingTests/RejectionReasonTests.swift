import StateMachineGraphs
import StateMachineLocks
import StateMachineRecording
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct RejectionReasonTests {
    private static let inside = Terminal(session: .inside(.open(balance: 10)))
    private static let tooMuch = Terminal.Event.session(.account(.withdraw(60)))
    private static let reason = Terminal.Refusal.session(.account(.insufficient(missing: 50)))
    private let graph: StateGraph<Terminal>

    init() throws { graph = try StateGraph(exploring: Terminal.self) }

    @Test func `a step knows its reason and shows it`() {
        let step = TraceStep(from: Self.inside.session, event: .account(.withdraw(60)))
        #expect(step.rejection == .account(.insufficient(missing: 50)))
        #expect(step.output == nil)
        #expect(
            "\(step)"
                == "inside(open(balance: 10)) ─ account(withdraw(60)) → – account(insufficient(missing: 50))"
        )
        let plain = TraceStep(from: Terminal.Printer.ready, event: .refill)
        #expect("\(plain)" == "ready ─ refill → –")
        #expect(plain.rejection == .invalid)
    }

    @Test func `a live machine reports the reason with its step`() {
        let machine = StateMachine(Self.inside)
        var steps: [TraceStep<Terminal>] = []
        machine.onStep { steps.append($0) }
        machine.send(Self.tooMuch)
        #expect(steps == [TraceStep(from: Self.inside, event: Self.tooMuch)])
    }

    @Test func `a property can speak of reasons`() {
        let withdrawals = MachineProperty<Terminal>.everyEvent("a closed account says so") { step in
            guard case .inside(.closed) = step.before.session, case .session(.account) = step.event else { return true }
            return step.rejection == .session(.account(.closed))
        }
        #expect(graph.check(withdrawals).holds)
        let never = MachineProperty<Terminal>.everyEvent("no account is short of money") { step in
            if case .session(.account(.insufficient))? = step.rejection { false } else { true }
        }
        let failure = graph.check(never).counterexample
        #expect(failure?.trace?.steps.last?.rejection == .session(.account(.insufficient(missing: 50))))
    }

    @Test func `a generated test expects the reason`() {
        var trace = Trace(from: Self.inside)
        trace.append(Self.tooMuch)
        #expect(
            trace.swiftCode.contains(
                """
                #expect(throws: Terminal.Refusal.session(.account(.insufficient(missing: 50)))) \
                { try state.handleEvent(.session(.account(.withdraw(60)))) }
                """
            )
        )
        var plain = Trace(from: Terminal.Printer.ready)
        plain.append(.refill)
        #expect(plain.swiftCode.contains("#expect(throws: TransitionError.invalid) { try state.handleEvent(.refill) }"))
    }

    @Test func `a finding names the reasons that no sample brings about`() throws {
        #expect(graph.findings().map(\.description) == [])
        let findings = try StateGraph(exploring: Teller<Usual>.self).findings()
        #expect(findings.map(\.description) == ["No sample event is rejected as broken, a case of Refusal."])
        #expect(findings.allSatisfy { !$0.isDefect })
    }

    @Test func `a suite fails if a system refuses for the wrong reason`() async throws {
        var trace = Trace(from: Self.inside)
        trace.append(Self.tooMuch)
        func run(_ answer: @escaping @Sendable () throws -> SystemOutcome) async throws(TraceRunError<Terminal>) {
            try await trace.run(
                on: AnySystemUnderTest { _ in
                    try answer()
                } observe: {
                    Self.inside
                }
            )
        }
        try await run { .rejected }
        try await run { .unknown }
        try await run { .rejected(because: TransitionError.invalid) }
        // The system may be a machine of another definition.
        try await run { .rejected(because: Refusal.broken) }
        try await run { .rejected(because: Self.reason) }
        try await run { throw Self.reason }
        try await run { throw TransitionError.invalid }
        try await run { throw InvalidTransition(state: Self.inside, event: Self.tooMuch, reason: Self.reason) }
        try await run { try SystemOutcome(StateMachine(Self.inside).send(Self.tooMuch)) }
        let wrong: [@Sendable () throws -> SystemOutcome] = [
            { .handled },
            { .rejected(because: Terminal.Refusal.printer) },
            { throw Terminal.Refusal.session(.account(.insufficient(missing: 49))) },
            { throw InvalidTransition(state: Self.inside, event: Self.tooMuch, reason: .printer) },
        ]
        for answer in wrong {
            await #expect(throws: TraceRunError<Terminal>.self) { try await run(answer) }
        }
        do throws(TraceRunError<Terminal>) {
            try await run { .rejected(because: Terminal.Refusal.printer) }
        } catch {
            #expect("\(error)".contains("(rejected: session(account(insufficient(missing: 50))))"))
            #expect("\(error)".contains("(rejected: printer)"))
        }
    }

    @Test func `a trace fails on a machine whose state is the same, but not its reason`() throws {
        var trace = Trace(from: Moody(mood: .init(reasons: [.empty, .empty, .broken, .broken])))
        trace.append(1)
        try trace.run(on: trace.initial)
        #expect(throws: TraceDivergence<Moody>.self) { try trace.run(on: trace.initial) }
        #expect(throws: TraceDivergence<Moody>.self) { try trace.run(on: StateMachine(trace.initial)) }
    }

    @Test func `a live check notices a reason that changes`() {
        let machine = StateMachine(Moody(mood: .init(reasons: [.empty, .broken])))
        var laws: [MachineLaw] = []
        let checks = machine.checkLaws { laws.append($0.law) }
        machine.send(1)
        checks.cancel()
        #expect(laws == [.machineFollowsDefinition])
    }

    @Test func `a recording has the reason, replays it and reads lines without one`() throws {
        let machine = StateMachine(Self.inside)
        let recorder = MachineRecorder(of: machine)
        machine.send(Self.tooMuch)
        machine.send(.printer(.refill))
        let lines = recorder.recording.jsonLines
        #expect(lines.contains(#""reason":"session(account(insufficient(missing: 50)))""#))
        let read = try MachineRecording<Terminal>(jsonLines: lines)
        #expect(read == recorder.recording)
        try read.replay()
        let older = lines.replacing(#""reason":"session(account(insufficient(missing: 50)))","#, with: "")
        try MachineRecording<Terminal>(jsonLines: older).replay()
        let other = lines.replacing("missing: 50", with: "missing: 49")
        #expect(throws: TraceDivergence<Terminal>.self) { try MachineRecording<Terminal>(jsonLines: other).replay() }
    }

    @Test func `two definitions that reject an event for different reasons are told apart`() throws {
        let (usual, other) = (
            try StateGraph(exploring: Teller<Usual>.self), try StateGraph(exploring: Teller<Unusual>.self)
        )
        func difference(_ relation: ComparisonRelation) -> String? {
            usual.difference(from: other, as: relation, events: { $0 }, states: \.isOpen, \.isOpen).map { "\($0)" }
        }
        #expect(
            difference(.sameBehavior)?.contains("rejects the event as empty, but Teller<Unusual> as broken") == true
        )
        #expect(difference(.refinement) == nil)
        #expect(usual.difference(from: usual, events: { $0 }, states: \.isOpen, \.isOpen) == nil)
    }

    @Test func `generated walks tell states apart by their reasons`() throws {
        let graph = try StateGraph(exploring: Lamp.self)
        let traces = try graph.traces(.faults(extraStates: 0))
        #expect(traces.contains { $0.steps.contains { $0.rejection == .red } })
        #expect(traces.contains { $0.steps.contains { $0.rejection == .green } })
    }
}

private enum Refusal: Error, Hashable { case empty, broken }

private protocol Habit { static var refusal: Refusal { get } }
private enum Usual: Habit { static var refusal: Refusal { .empty } }
private enum Unusual: Habit { static var refusal: Refusal { .broken } }

private struct Teller<Its: Habit>: FiniteStateDefinition {
    var isOpen = false

    static var initialStates: [Self] { [Self()] }
    var sampleEvents: [Bool] { [true, false] }

    mutating func handleEvent(_ event: Bool) throws(Refusal) {
        guard event != isOpen else { throw Its.refusal }
        isOpen = event
    }
}

/// A definition that rejects everything, each time for the next reason.
private struct Moody: StateDefinition, Equatable {
    final class Mood: Sendable {
        private let reasons: Locked<[Refusal]>

        init(reasons: [Refusal]) { self.reasons = Locked(reasons) }

        func next() -> Refusal { reasons.withLock { $0.isEmpty ? .empty : $0.removeFirst() } }
    }

    let mood: Mood

    static func == (left: Moody, right: Moody) -> Bool { true }

    mutating func handleEvent(_ event: Int) throws(Refusal) { throw mood.next() }
}

/// Two states that only the reasons of their rejections tell apart.
private enum Lamp: FiniteStateDefinition {
    case red, green

    enum Event: CaseIterable { case toggle, ask }
    enum Color: Error { case red, green }

    static var initialStates: [Lamp] { [.red] }

    mutating func handleEvent(_ event: Event) throws(Color) {
        switch (self, event) {
        case (.red, .toggle): self = .green
        case (.green, .toggle): self = .red
        case (.red, .ask): throw .red
        case (.green, .ask): throw .green
        }
    }
}
