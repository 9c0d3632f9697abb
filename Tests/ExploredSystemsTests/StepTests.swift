import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Steps of parts and callbacks, and how a step is named that cannot be made or does not end.
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct StepTests {
    @Test(arguments: [1, 2, 3]) func `only the timer that is cancelled stops`(id: Int) throws {
        var timers = SimulatedTimers<Int>()
        for id in 1...3 { try timers.schedule(id) }
        timers.cancel(id)
        #expect(timers.running == [1, 2, 3].filter { $0 != id })
        // It has stopped already, and the fourth never ran.
        for id in [id, 4] { timers.cancel(id) }
        #expect(timers.running.count == 2)
    }

    /// A task that is cancelled in each of its phases.
    private struct Call: ExploredSystem {
        let start: SimulatedTasks<Int>.Phase
        var tasks = SimulatedTasks<Int>()
        var told = 0
        init(_ start: SimulatedTasks<Int>.Phase) {
            self.start = start
            tasks[0] = start
        }
        static var initialStates: [Call] {
            [Call(.ready), Call(.suspending), Call(.suspended), Call(.returning), Call(.failing), Call(.ended)]
        }
        func moves(_ move: inout SystemMoves<Call>) {
            tasks.offer(&move, at: \.tasks) { _, _ in
            } cancel: { system, _ in
                system.told += 1
            }
        }
    }

    private static let phases: [(phase: SimulatedTasks<Int>.Phase, told: Int?)] = [
        (.ready, 0), (.suspending, 1), (.suspended, 1), (.returning, 1), (.failing, 0), (.ended, nil),
    ]

    @Test(arguments: phases) func `the cancellation handler of a task runs if the task is in a call`(
        phase: SimulatedTasks<Int>.Phase,
        told: Int?
    ) throws {
        let states = try SystemExploration(of: Call.self).graph.states
        let cancelled = states.filter { $0.start == phase && $0.tasks[0] == phase && $0.tasks.isCancelled(0) }
        #expect(cancelled.map(\.told) == (told.map { [$0] } ?? []))
    }

    /// Calls somebody who may answer, and would call back for the answer.
    private struct Caller: ExploredSystem {
        var heard = ""
        static var initialStates: [Caller] { [Caller()] }

        func moves(_ move: inout SystemMoves<Caller>) {
            guard !heard.hasSuffix(".") else { return }
            move("wait") { _ in }
            move("call") { system in
                try system.reenter("calling") { _, moves in
                    moves("answer") {
                        $0.heard += "answer"
                        try $0.reenter("answering") { $1("interrupt") { $0.heard += " interrupted" } }
                    }
                }
                system.heard += "."
            }
        }
    }

    @Test func `nothing happens in the middle of a move that happens in the middle`() throws {
        #expect(try SystemExploration(of: Caller.self).graph.states.map(\.heard) == ["", ".", "answer."])
    }

    @Test(arguments: ["call [calling: refuse]", "talk", "call [waiting: answer]"])
    func `a replay tells the missing move, the moves before it and the moves instead`(name: String) throws {
        let error = #expect(throws: SystemExplorationError.self) {
            _ = try Caller.fault(after: ["wait", name, "wait"])
        }
        #expect(error == .missingMove(name, after: ["wait"], offered: ["call", "wait"]))
    }

    /// Closes a door, or the first of its leaves, and fails if somebody answers in the middle.
    private struct Leaves: ExploredSystem {
        static var initialStates: [Leaves] { [Leaves()] }

        func moves(_ move: inout SystemMoves<Leaves>) {
            move("close") { _ in }
            move("close [0]") { system in
                try system.reenter("calling") { _, moves in moves("answer") { _ in throw SystemFault("answered") } }
            }
        }
    }

    @Test func `a move whose name begins with that of another one is replayed`() throws {
        let run = try #require(try SystemExploration(of: Leaves.self).faults.first)
        #expect(run.moves == ["close [0] [calling: answer]"])
        #expect(try Leaves.fault(after: run.moves)?.reason == "answered")
        #expect(try Leaves.fault(after: ["close [0]", "close"]) == nil)
    }

    /// A house with two doors, in which one goes round for ever.
    private struct House: ExploredSystem {
        var place = 0
        static var initialStates: [House] { [House()] }

        func moves(_ move: inout SystemMoves<House>) {
            switch place {
            case 0: for door in ["back", "front"] { move("enter", of: door) { $0.place = 1 } }
            case 1: move("go up") { $0.place = 2 }
            default: move("go round") { while $0.place > 0 { $0.place = $0.place % 7 + 1 } }
            }
        }
    }

    @Test func `a move that does not end is named with the first way to its state, in order`() throws {
        let exploration = try SystemExploration(of: House.self, endlessAfter: .milliseconds(200))
        let path = ["enter back", "go up"]
        #expect(exploration.end == .stuck(StuckMove(name: "go round", before: path, isWaiting: false)))
    }

    /// Goes round for ever if its number, which is said to be an identifier, is 1.
    private struct Counting: ExploredSystem {
        var link: Int?
        var naps = 0
        static var initialStates: [Counting] { [Counting()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "link")] }

        func moves(_ move: inout SystemMoves<Counting>) {
            guard link != nil else { return move("connect") { $0.link = 0 } }
            guard naps == 0 else { return move("sleep on") { _ in } }
            move("connect anew") { $0.link = 1 }
            for name in ["look", "look again"] { move(name) { while $0.link == 1 {} } }
            move("nap") { $0.naps = 1 }
        }
    }

    @Test func `a comparison that does not end is named with the way to the compared state`() throws {
        let exploration = try SystemExploration(of: Counting.self, endlessAfter: .milliseconds(200))
        guard case .stuck(let move) = exploration.end else { throw SystemFault("another end: \(exploration.end)") }
        #expect(move.name.hasPrefix("a comparison") && move.before == ["connect"])
    }
}
