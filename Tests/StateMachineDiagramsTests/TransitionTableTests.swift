import ImageSearchMachine
import RemoteContentMachine
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing
import VideoMachine

@Suite(.timeLimit(.minutes(5)), .computing) struct TransitionTableTests {
    @Test func `the matrix of the stream is the one of its specification`() throws {
        let table = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: StreamState.self)))
        #expect(table.states == ["idle", "connecting", "live", "error"])
        #expect(table.events == ["start", "bufferFinished", "playerFailed", "stop", "retry"])
        let moves: [[String]] = [
            ["connecting", "–", "–", "–", "–"],
            ["–", "live", "error", "idle", "–"],
            ["–", "=", "error", "idle", "–"],
            ["–", "–", "=", "idle", "connecting"],
        ]
        #expect(table.cells.map { $0.map(\.words) } == moves)
    }

    @Test func `a payload that decides stands in the entry`() throws {
        let table = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: Asking.self)))
        #expect(table[0, 0].words == "answering if the value is not \" \"; – if the value is \" \"")
        #expect(table.transitions.map(\.event) == ["ask(not \" \")"])
    }

    @Test func `two guards of a sketch are told as their names`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Cabinet.self))
        let table = TransitionTable(of: machine)
        #expect(
            table[0, 0].words
                == "maintenance if keyValid; alarm if keyInvalid and not keyValid; – if neither keyValid nor keyInvalid"
        )
        #expect(
            table.transitions.map(\.event) == [
                "check [keyValid]", "check [keyInvalid and not keyValid]", "close", "reset",
            ]
        )
        let cell = "maintenance if keyValid<br>alarm if keyInvalid and not keyValid<br>otherwise –"
        #expect(machine.text(in: .markdown).contains("| idle | \(cell) | – | – |"))
    }

    @Test func `a payload of the state that decides stands in brackets, and an output after the transition`() throws {
        let table = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: Stack.self)))
        let pops = table.transitions.filter { $0.event.hasPrefix("pop") && $0.target == "empty" }
        #expect(pops.map(\.event) == ["pop [e.g. [1] or [2]]"])
        #expect(pops.map(\.output) == ["popped(…)"])
    }

    @Test func `activities end and begin in order, and one that is started anew is told from the one that was stopped`()
        throws
    {
        let stream = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: StreamState.self)))
        let stop = stream.transitions.filter { $0.source == "live" && $0.event == "stop" }
        #expect(stop.map(\.exited) == [["connection", "player"]])
        let start = stream.transitions.filter { $0.source == "idle" && $0.event == "start" }
        #expect(start.map(\.entered) == [["player", "connection"]])

        let retry = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: Retrying.self))).transitions[0]
        #expect(retry.exited == ["attempt(1)"] && retry.entered == ["attempt(2)"])
    }

    @Test func `what differs only where a name is shortened is told apart, and what no name shows is said to be so`()
        throws
    {
        let table = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: Long.self)))
        #expect(table[0, 0].map(\.outcome) == [.moves(to: "good"), .moves(to: "bad")])
        let secret = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: Secret.self)))
        #expect(secret[0, 0].map(\.condition) == ["in some cases", "in some cases"])
    }

    @Test func `a state with another payload is not said to have stayed`() throws {
        let table = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: VideoState.self)))
        #expect(table[1, 1].words == "downloading; – negativeCount")
    }

    @Test func `every cell says what the definition does`() throws {
        try check(StreamState.self)
        try check(ImageSearchState.self)
        try check(RemoteContentState.self)
        try check(FlatRemoteContentState.self)
        try check(VideoState.self)
        try check(Room.self)
        try check(Stack.self)
    }

    private func check<Definition: FiniteStateDefinition>(_ type: Definition.Type) throws {
        let graph = try StateGraph(exploring: type)
        let table = TransitionTable(of: MachineDescription(of: graph))
        for edge in graph.edges {
            let state = ValueName(of: edge.source.state).path.joined(separator: ".")
            let event = ValueName(of: edge.event).path.joined(separator: ".")
            guard let row = table.states.firstIndex(of: state), let column = table.events.firstIndex(of: event) else {
                Issue.record("\(state) or \(event) is not in the table of \(type)")
                continue
            }
            let results = table[row, column].map(\.outcome)
            let target = ValueName(of: edge.target.state).path.joined(separator: ".")
            let isThere =
                switch (edge.isHandled, edge.target == edge.source) {
                case (false, _): results.contains(.rejected)
                case (true, true): results.contains(.stays) || results.contains(.moves(to: target))
                case (true, false): results.contains(.moves(to: target))
                }
            #expect(isThere, "\(edge) is not in \(results)")
            let reasons = table[row, column].map(\.reason)
            let hasReasons = zip(results, reasons).allSatisfy { $0 != .rejected || $1 != nil }
            #expect(hasReasons || Set(results).count == results.count)
            if results.count == 1 { #expect(table[row, column][0].condition.isEmpty) }
        }
    }
}

private enum Retrying: FiniteStateDefinition {
    case trying(Int)

    enum Event: CaseIterable { case retry }

    enum Activity: Hashable { case attempt(Int) }

    static var initialStates: [Retrying] { [.trying(1)] }

    var activities: [Activity] {
        switch self {
        case .trying(let number): [.attempt(number)]
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .trying(1): self = .trying(2)
        case .trying: throw .invalid
        }
    }
}

/// The code for a sketch with two guards at one event, each of which is a Bool.
private enum Cabinet: FiniteStateDefinition {
    case idle, maintenance, alarm

    enum Event {
        case check(keyValid: Bool, keyInvalid: Bool)
        case close
        case reset
    }

    static var initialStates: [Cabinet] { [.idle] }

    var sampleEvents: [Event] {
        [
            .check(keyValid: true, keyInvalid: true), .check(keyValid: true, keyInvalid: false),
            .check(keyValid: false, keyInvalid: true), .check(keyValid: false, keyInvalid: false), .close, .reset,
        ]
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .check(keyValid: true, _)): self = .maintenance
        case (.idle, .check(_, keyInvalid: true)): self = .alarm
        case (.maintenance, .close), (.alarm, .reset): self = .idle
        case (.idle, _), (.maintenance, _), (.alarm, _): throw .invalid
        }
    }
}

private enum Long: FiniteStateDefinition {
    case asking, good, bad

    enum Event { case answer(String) }

    static var initialStates: [Long] { [.asking] }

    var sampleEvents: [Event] { ["a", "b"].map { .answer(String(repeating: "x", count: 70) + $0) } }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.asking, .answer(let text)): self = text.hasSuffix("a") ? .good : .bad
        case (.good, .answer), (.bad, .answer): throw .invalid
        }
    }
}

private enum Secret: FiniteStateDefinition {
    case asking, good

    /// Says the same of each value.
    struct Word: CustomStringConvertible, Hashable {
        var isRight: Bool
        var description: String { "***" }
    }

    enum Event { case answer(Word) }

    static var initialStates: [Secret] { [.asking] }

    var sampleEvents: [Event] { [.answer(Word(isRight: true)), .answer(Word(isRight: false))] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.asking, .answer(let word)) where word.isRight: self = .good
        case (.asking, .answer), (.good, .answer): throw .invalid
        }
    }
}
