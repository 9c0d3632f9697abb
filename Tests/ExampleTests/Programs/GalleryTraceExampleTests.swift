import GalleryMachines
import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import StreamMachine
import Testing

/// A visit to a machine of the gallery: it types events, and reads the output.
private actor GalleryVisit<Definition: FiniteStateDefinition>: SystemUnderTest {
    /// The gallery has ended, or printed too little.
    struct Silence: Error {
        let written: [String]
    }

    private let example: Example
    private let name = "\(Definition.self)"

    /// The number of lines that introduce a machine: its name, its state, its activities if there
    /// are any, and the events.
    private let headCount: Int

    /// The number of lines in a list of the states.
    private let stateCount: Int

    /// The number of lines read so far.
    private var readCount: Int

    private var isFresh = true

    /// The line with the present state.
    private var present: String?

    init(_ graph: StateGraph<Definition>) throws {
        // Phases take minutes, so that only the visitor ends them.
        example = try Example("gallery", [name, "--second", "60000"])
        stateCount = Set(graph.states.map { ValueName(of: $0).path }).count
        let first = try #require(graph.states.first)
        headCount = 2 + (first.activities.isEmpty ? 0 : 1) + first.sampleEvents.count
        readCount = headCount
    }

    /// Starts the machine anew, by way of the list of machines.
    func begin() async throws {
        present = nil
        if isFresh {
            isFresh = false
        } else {
            _ = try await ask(":back", lineCount: 6)
            _ = try await ask(name, lineCount: headCount)
        }
    }

    func apply(_ event: Definition.Event) async throws -> SystemOutcome {
        let lines = try await ask("\(ValueName(of: event))\n:states", lineCount: 1 + stateCount)
        present = lines.dropFirst().first { $0.hasPrefix("● ") }
        return lines.first?.contains(" → –") == true ? .rejected : .handled
    }

    /// The present state as `:states` marks it.
    func observe() async throws -> String? {
        if present == nil {
            present = try await ask(":states", lineCount: stateCount).first { $0.hasPrefix("● ") }
        }
        return present.map { String($0.dropFirst(2)) }
    }

    func end() async -> Example.Result { await example.end() }

    private func ask(_ line: String, lineCount: Int) async throws -> [String] {
        example.type("\(line)\n")
        let lines = await example.lines(from: readCount, count: lineCount)
        guard lines.count == lineCount else { throw Silence(written: lines) }
        readCount += lineCount
        return lines
    }
}

/// The program `gallery` along generated suites: the tests type events, and compare the states that
/// it shows.
///
/// Here the tests end the phases of a traffic light by events; in `TrafficLightTraceTests` its
/// timers do.
@Suite(.timeLimit(.minutes(5)), .outside) struct GalleryTraceExampleTests {
    /// Visits a machine along all transitions and all rejections.
    ///
    /// - Parameter path: The events from the state in which the gallery starts to the one in which
    ///   a trace starts.
    private func expectVisit<Definition: FiniteStateDefinition>(
        _ definition: Definition.Type,
        path: (Definition) -> [Definition.Event] = { _ in [] }
    ) async throws {
        let graph = try StateGraph(exploring: definition)
        let coverage = TransitionCoverage(of: graph)
        let visit = try GalleryVisit(graph)
        for trace in try graph.traces(.transitions) + graph.traces(.rejections) {
            try await visit.begin()
            for event in path(trace.initial) { #expect(try await visit.apply(event) == .handled) }
            try await trace.run(
                on: visit,
                clock: ManualClock(),
                expecting: { ValueName(of: $0).path.joined(separator: ".") },
                onStep: coverage.record
            )
        }
        let result = await visit.end()
        #expect(result.status == 0)
        #expect(result.errors == "")
        for goal in TransitionCoverage<Definition>.Goal.allCases { try coverage.require(goal) }
    }

    @Test func `a visitor can send the smaller machines along all their transitions and rejections`() async throws {
        try await expectVisit(TrafficLight.self)
        try await expectVisit(Onboarding.self)
        try await expectVisit(PushNotifications.self)
        try await expectVisit(Enemy.self)
    }

    /// These machines take as long as all others.
    @Test(.thorough)
    func `a visitor can send the largest machines along all their transitions and rejections`() async throws {
        try await expectVisit(FormValidation.self)
        try await expectVisit(StreamSession.self) { $0.layout == .portrait ? [] : [.rotate(to: $0.layout)] }
    }
}
