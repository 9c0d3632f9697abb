import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// Recordings, laws and graphs of states, events and activities that do not equal themselves.
@Suite(.timeLimit(.minutes(1)), .computing) struct SameValueTests {
    /// A thermometer whose sensor sometimes measures nothing.
    private struct Thermometer: FiniteStateDefinition {
        var last = 0.0
        var history: [Double] = []

        enum Event: Equatable {
            case measure(Double)
            case reset
            case tick
        }

        enum Activity: Hashable {
            case show(Double)
            case blink
        }

        static let initialStates = [Thermometer(), Thermometer(last: .nan)]
        var sampleEvents: [Event] { [.measure(1), .measure(.nan), .reset, .tick] }

        var activities: [Activity] { [.show(last), .blink] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) -> Double {
            switch event {
            case .measure(let value):
                last = value
                history = (history + [value]).suffix(2)
            case .reset: self = Thermometer()
            case .tick:
                if history.isEmpty { throw .invalid }
            }
            return last
        }
    }

    /// The key is compared, and the hash that Swift creates also includes the note.
    private struct Noted: FiniteStateDefinition {
        struct Work: Hashable {
            let key: Int
            let note: Int
            static func == (one: Work, other: Work) -> Bool { one.key == other.key }
        }

        var note = 0

        enum Event: CaseIterable { case next }

        static let initialStates = [Noted()]
        var activities: [Work] { [Work(key: 1, note: note)] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { note = 1 - note }
    }

    private let events: [Thermometer.Event] = [.tick, .measure(.nan), .tick, .measure(.nan), .measure(2), .reset]

    private func recording() -> MachineRecording<Thermometer> {
        let machine = StateMachine(Thermometer())
        let recorder = MachineRecorder(of: machine)
        for event in events { machine.send(event) }
        return recorder.recording
    }

    /// A system that may show another number in place of a NaN.
    private func system(showing number: Double) -> AnySystemUnderTest<Thermometer.Event, Thermometer> {
        let state = Box(Thermometer())
        return AnySystemUnderTest(
            apply: { event in
                state.value.withLock { state -> SystemOutcome in
                    do throws(TransitionError) {
                        _ = try state.handleEvent(event)
                        return .handled
                    } catch {
                        return .rejected
                    }
                }
            },
            observe: {
                var shown = state.value.withLock { $0 }
                if shown.last.isNaN { shown.last = number }
                return shown
            }
        )
    }

    private final class Box: Sendable {
        let value: Locked<Thermometer>
        init(_ value: Thermometer) { self.value = Locked(value) }
    }

    @Test func `a recording with a NaN is replayed on the definition and on a system`() async throws {
        try recording().replay()
        try await recording().replay(on: system(showing: .nan))
    }

    @Test func `a replay finds a number in place of a NaN`() async throws {
        await #expect(throws: TraceRunError<Thermometer>.self) {
            try await recording().replay(on: system(showing: 0))
        }
    }

    @Test func `a trace with a NaN runs on a machine and on its definition`() throws {
        let trace = Trace(from: Thermometer(last: .nan), events: events)
        try trace.run(on: StateMachine(Thermometer(last: .nan)))
        try trace.run(on: Thermometer(last: .nan))
    }

    @Test func `a live machine with a NaN obeys the laws`() {
        let machine = StateMachine(Thermometer())
        var violations: [String] = []
        machine.checkLaws { violations.append("\($0)") }
        for event in events { machine.send(event) }
        machine.stop()
        #expect(violations == [])
    }

    @Test func `a definition with a NaN obeys the laws`() async throws {
        try await MachineLaws.check(Thermometer.self, runs: 20)
    }

    @Test func `a graph contains each state with a NaN once, and its checks find each state again`() throws {
        let graph = try StateGraph(exploring: Thermometer.self, stateLimit: 100)
        // The last value is a number or NaN, with a history of up to two values, and one initial
        // state has a NaN without a history.
        #expect(graph.states.count == 8)
        #expect(try #require(graph.states.first { $0.last.isNaN }) != Thermometer())
        #expect(graph.check(.always("a history is short") { $0.history.count < 3 }).holds)
        #expect(graph.check(.alwaysPossible("a reset") { $0.last == 0 }).holds)
        #expect(try graph.traces(.transitions).flatMap(\.steps).count >= 24)
    }

    @Test func `a graph with NaNs does not differ from itself`() throws {
        let graph = try StateGraph(exploring: Thermometer.self)
        #expect(graph.difference(from: graph, events: { $0 }, states: { $0 }, { $0 }) == nil)
        #expect(try !graph.traces(.faults()).isEmpty)
    }

    @Test func `equal activities with different hashes break a law, which names the type`() async throws {
        let error = await #expect(throws: MachineLaws.CheckError<Noted>.self) {
            try await MachineLaws.check(Noted.self)
        }
        guard case .violation(let violation)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(violation.law == .equalActivitiesHaveEqualHashes)
        #expect(violation.detail.contains("equal values of Work with different hash values"))

        let machine = StateMachine(Noted())
        var laws: [MachineLaw] = []
        machine.checkLaws { laws.append($0.law) }
        for _ in 0..<3 { machine.send(.next) }
        #expect(laws == [.equalActivitiesHaveEqualHashes])
    }
}
