import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// In which order states are explored, and which of them are explored again.
@Suite(.timeLimit(.minutes(1)), .computing) struct AgendaTests {
    private func rest(of agenda: StateAgenda) -> [Int] {
        var agenda = agenda
        return Array(sequence(state: ()) { _ in agenda.takeFirst() })
    }

    @Test func `a state that needs fewer assumptions comes first, whenever it was found`() {
        var agenda = StateAgenda()
        agenda.add(0, after: nil, isAssumed: false)
        agenda.add(1, after: 0, isAssumed: true)
        // A move that leads back changes nothing.
        agenda.add(0, after: 0, isAssumed: false)
        agenda.add(2, after: 1, isAssumed: false)
        agenda.add(3, after: 2, isAssumed: false)
        agenda.add(4, after: 0, isAssumed: false)
        #expect(rest(of: agenda) == [0, 4, 1, 2, 3])
    }

    @Test func `a second way to a state counts only if it needs fewer assumptions`() {
        var agenda = StateAgenda()
        agenda.add(0, after: nil, isAssumed: false)
        agenda.add(1, after: 0, isAssumed: false)
        agenda.add(1, after: 0, isAssumed: true)
        agenda.add(2, after: 1, isAssumed: false)
        agenda.add(3, after: 0, isAssumed: true)
        agenda.add(4, after: 0, isAssumed: false)
        agenda.add(3, after: 0, isAssumed: false)
        agenda.add(5, after: 3, isAssumed: false)
        agenda.add(6, after: 0, isAssumed: true)
        #expect(rest(of: agenda) == [0, 1, 2, 4, 3, 5, 6])
    }

    /// An island that one reaches early by swimming, and later without an assumption.
    private struct Island: ExploredSystem {
        var place = "home"
        static var initialStates: [Island] { [Island()] }

        func moves(_ move: inout SystemMoves<Island>) {
            switch place {
            case "home":
                move("swim", assuming: "the water is warm") { $0.place = "island" }
                move("walk") { $0.place = "pier" }
            case "pier": move("row") { $0.place = "island" }
            default: move("rest") { _ in }
            }
        }
    }

    @Test func `each move of a state is made once, even if a better way to the state is found later`() throws {
        let exploration = try SystemExploration(of: Island.self)
        #expect(exploration.graph.states.map(\.place) == ["home", "island", "pier"])
        #expect(exploration.graph.states.map { $0.sampleEvents.map(\.name) } == [["swim", "walk"], ["rest"], ["row"]])
        #expect(exploration.statistics.transitions == 4)
    }

    @Test(arguments: [(1, 1), (128, 128), (129, 128), (300_000, 128)])
    func `of equal states some are compared, spread over the exploration`(count: Int, compared: Int) {
        var samples = MergedSamples<Int>()
        for number in 1...count { samples.offer(number, for: number, isRenamed: true) }
        for number in 1...count { samples.offer(-number, for: -number, isRenamed: false) }
        let renamed = samples.list.filter { $0.number > 0 }
        #expect(renamed.count == compared && samples.list.count == compared + min(count, 32))
        #expect(samples.list.allSatisfy { $0.number == $0.system })
        #expect(Set(renamed.map(\.number)).count == compared)
        // About as many come from each quarter.
        if count > 1_000 {
            for quarter in 0..<4 {
                let found = renamed.count { ($0.number - 1) * 4 / count == quarter }
                #expect((16...48).contains(found), "\(quarter): \(found)")
            }
        }
    }

    /// Goes to and fro forever, or away without end.
    private struct Pendulum: ExploredSystem {
        var place = 0
        static var initialStates: [Pendulum] { [Pendulum()] }

        func moves(_ move: inout SystemMoves<Pendulum>) {
            if place == 0 { move("go left") { $0.place = -1 } }
            move(place < 0 ? "come back" : "go right") { $0.place += 1 }
        }
    }

    @Test func `an exploration with a limit refutes a promise by states whose moves were all made`() throws {
        let exploration = try SystemExploration(of: Pendulum.self, stateLimit: 20)
        #expect(exploration.end == .stateLimit)
        let run = exploration.check(.eventually("far away") { $0.place > 3 }).run
        #expect(run?.moves == [] && run?.loop.map(\.name) == ["go left", "come back"])
        // Beyond the limit it may still become true.
        let undecided = exploration.check(.alwaysPossible("very far away") { $0.place == 1_000 })
        #expect(!undecided.holds && undecided.run == nil)
    }

    /// Has a long way without assumptions, and longer ways behind one assumption.
    private struct Ways: ExploredSystem {
        var (way, place) = (0, 0)
        static var initialStates: [Ways] { [Ways()] }

        func moves(_ move: inout SystemMoves<Ways>) {
            if way == 0, place == 0 {
                for way in 1...3 { move("leave", of: way, assuming: "there are ways") { $0.way = way } }
            }
            if way > 0 || place < 30 { move("walk") { $0.place += 1 } }
        }
    }

    @Test(arguments: [34, 35, 40, 60])
    func `at a limit, no state is missing that needs no assumption and is near enough`(limit: Int) throws {
        let exploration = try SystemExploration(of: Ways.self, stateLimit: limit)
        #expect(exploration.end == .stateLimit && exploration.statistics.states == limit)
        let free = exploration.graph.states.filter { $0.way == 0 }
        #expect(free.map(\.place) == Array(0...30))
        // Their moves were made, too.
        #expect(free.allSatisfy { $0.place == 30 || $0.sampleEvents.contains { $0.name == "walk" } })
    }

    /// Fails at once under two assumptions, sooner under one, and later without any.
    private struct Faults: ExploredSystem {
        var steps = 0
        static var initialStates: [Faults] { [Faults()] }

        func moves(_ move: inout SystemMoves<Faults>) {
            if steps < 3 { move("step") { $0.steps += 1 } }
            if steps == 0 { move("fail", assuming: "luck") { _ in throw SystemFault("assumed") } }
            if steps == 3 { move("fail late") { _ in throw SystemFault("free") } }
            if steps == 1 { move("fail soon") { _ in throw SystemFault("soon") } }
            if steps == 1 { move("fail again", assuming: "luck") { _ in throw SystemFault("assumed later") } }
        }
    }

    @Test func `faults are sorted by their assumptions, and then by their steps`() throws {
        let faults = try SystemExploration(of: Faults.self).faults
        #expect(faults.map { $0.fault?.reason } == ["soon", "free", "assumed", "assumed later"])
        #expect(faults.map { $0.steps.count } == [2, 4, 1, 2])
        #expect(faults.map { $0.assumptions.count } == [0, 0, 1, 1])
    }

    /// Goes round by a move that depends on one assumption, after one that depends on another.
    private struct Round: ExploredSystem {
        var place = 0
        static var initialStates: [Round] { [Round()] }

        func moves(_ move: inout SystemMoves<Round>) {
            switch place {
            case 0: move("enter", assuming: "it is open") { $0.place = 1 }
            case 1: move("turn left", assuming: "there is time") { $0.place = 2 }
            default: move("turn right", assuming: "there is light") { $0.place = 1 }
            }
        }
    }

    @Test func `a run depends on the assumptions of its steps and of its loop`() throws {
        let exploration = try SystemExploration(of: Round.self)
        let run = try #require(exploration.check(.eventually("outside") { $0.place == 3 }).run)
        #expect(run.moves == ["enter"] && run.loop.map(\.name) == ["turn left", "turn right"])
        #expect(run.assumptions == ["it is open", "there is time", "there is light"])
        #expect(run.loop.flatMap(\.assumptions) == ["there is time", "there is light"])
        #expect(run.description.hasPrefix("\"outside\" does not hold, in this run if it is open and there is time and"))
    }
}
