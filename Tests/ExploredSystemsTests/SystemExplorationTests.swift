import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// What an exploration makes of moves, names and states, apart from traps.
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct SystemExplorationTests {
    /// A counter up to a limit, which starts anew; with a fault where it says so.
    private struct Counter: ExploredSystem {
        var count = 0
        static var initialStates: [Counter] { [Counter(), Counter(count: 2)] }

        func moves(_ move: inout SystemMoves<Counter>) {
            if count < 4 { move("count") { $0.count += 1 } }
            if count == 4 { move.optional("start anew") { $0.count = 0 } }
            if count == 1 { move("slip", assuming: "it is icy") { _ in throw SystemFault("a fall") } }
            if count == 3 { move("jump") { _ in throw Slip() } }
        }
    }
    private struct Slip: Error, CustomStringConvertible { var description: String { "a jump too far" } }

    @Test func `all moves of all states are made, and what is thrown is a fault`() throws {
        let exploration = try SystemExploration(of: Counter.self)
        #expect(exploration.end == .complete && exploration.isComplete)
        #expect(exploration.graph.states.map(\.count) == [0, 2, 1, 3, 4])
        let faults = exploration.faults
        #expect(faults.map(\.fault?.reason) == ["a jump too far", "a fall"])
        #expect(faults.map(\.moves) == [["count", "jump"], ["count", "slip"]])
        #expect(faults.map(\.initial) == [1, 0])
        #expect(faults.map(\.assumptions) == [[], ["it is icy"]])
        #expect(faults[1].fault?.place?.file == "ExploredSystemsTests/SystemExplorationTests.swift")
        #expect(faults[0].fault?.place?.description == "in 'jump'")
        let text = """
            , if it is icy
              1. count   count: 0 → 1
              2. slip
            Before the last move:
              count: 1
            """
        #expect(faults[1].description == "\(faults[1].reason)\(text)")
        #expect(faults[1].reason.hasPrefix("a fall (ExploredSystemsTests/SystemExplorationTests.swift:"))
        #expect(exploration.description.contains("2 faults in 5 states, 5 moves, depth 2, "))
    }

    /// Refuses calls by errors that are no faults, some with a number.
    private struct Refusing: ExploredSystem {
        enum Refusal: Error {
            case unexpected
            case unknown(Int)
        }
        var isOpen = false
        static var initialStates: [Refusing] { [Refusing()] }

        func moves(_ move: inout SystemMoves<Refusing>) {
            if !isOpen { move("open") { $0.isOpen = true } }
            move("read") { _ in throw Refusal.unexpected }
            for link in 0..<3 { move("write", of: link) { _ in throw Refusal.unknown(link) } }
            if isOpen { move("close") { _ in throw Refusal.unexpected } }
            if isOpen { move("write", of: 3) { _ in throw Refusal.unexpected } }
        }
    }

    @Test func `errors that are no faults are told apart by the move, the type and the case`() throws {
        let exploration = try SystemExploration(of: Refusing.self)
        let moves = [["read"], ["write 0"], ["open", "close"], ["open", "write 3"]]
        #expect(exploration.faults.map(\.moves) == moves)
        let reasons = ["unexpected (in 'read')", "unknown(0) (in 'write')"]
        #expect(exploration.faults.prefix(2).map(\.reason) == reasons)
        for run in exploration.faults { #expect(try Refusing.fault(after: run.moves) == run.fault) }
    }

    @Test func `properties are decided on what does not end in a fault`() throws {
        let exploration = try SystemExploration(of: Counter.self)
        let properties: [Counter.Property] = [
            .never("four") { $0.count == 4 }, .never("five") { $0.count == 5 },
            .never("at rest") { $0.isAtRest }, .alwaysPossible("zero") { $0.count == 0 },
            .eventually("one", assuming: [.weakForEachEvent]) { $0.count == 1 },
        ]
        let verdicts = properties.map { exploration.check($0) }
        #expect(verdicts.map(\.holds) == [false, true, false, true, true])
        #expect(verdicts[0].run?.moves == ["count", "count"])
        #expect(verdicts[0].run?.initial == 1)
        #expect(verdicts[2].run?.last.count == 4)
        #expect(verdicts.map(\.property) == properties.map(\.name))
        #expect(verdicts[1].description == "\"five\" holds")
    }

    @Test func `a loop is a part of the run that refutes a property`() throws {
        let run = try SystemExploration(of: Counter.self).check(.eventually("five") { $0.count == 5 }).run
        #expect(run?.loop.isEmpty == false)
        #expect(run?.description.contains("  then again and again:\n") == true)
    }

    @Test func `with a limit the rest is undecided, and what grows is named`() throws {
        struct Endless: ExploredSystem {
            var (left, right) = (0, 0)
            static var initialStates: [Endless] { [Endless()] }
            func moves(_ move: inout SystemMoves<Endless>) {
                move("left") { $0.left += 1 }
                if left % 5 == 4 { move("right") { $0.right += 1 } }
            }
        }
        let exploration = try SystemExploration(of: Endless.self, stateLimit: 41)
        #expect(exploration.end == .stateLimit)
        #expect(exploration.description.hasSuffix(", and there are more states; left has the most values"))
        #expect(exploration.check(.never("three") { $0.left == 3 }).run?.moves == ["left", "left", "left"])
        let undecided = exploration.check(.never("a thousand") { $0.left == 1_000 })
        #expect(!undecided.holds && undecided.run == nil)
        #expect(
            undecided.description.hasSuffix("no counterexample was found within 41 states, and there are more states.")
        )
    }

    @Test func `a state is not at rest if its moves were not made`() throws {
        let exploration = try SystemExploration(of: Walker.self, stateLimit: 10)
        #expect(exploration.end == .stateLimit)
        let verdict = exploration.check(.never("at rest") { $0.isAtRest })
        #expect(!verdict.holds && verdict.run == nil)
    }

    /// Reaches a fault by a short way with two assumptions, and by a long one with one.
    private struct Ways: ExploredSystem {
        var place = "home"
        static var initialStates: [Ways] { [Ways()] }
        func moves(_ move: inout SystemMoves<Ways>) {
            func go(_ name: String, from start: String, to end: String, _ assumption: SystemAssumption? = nil) {
                if place == start { move(name, assuming: assumption) { $0.place = end } }
            }
            go("swim", from: "home", to: "island", .races)
            go("walk", from: "home", to: "pier")
            go("sail", from: "pier", to: "boat")
            go("land", from: "boat", to: "island")
            if place == "island" { move("dig", assuming: .lateTimers) { _ in throw SystemFault("treasure") } }
        }
    }

    @Test func `the run with the fewest assumptions comes first, even if it is longer`() throws {
        let run = try #require(try SystemExploration(of: Ways.self).faults.first)
        #expect(run.moves == ["walk", "sail", "land", "dig"])
        #expect(run.assumptions == [.lateTimers])
    }

    @Test func `what happens without assumptions is explored first`() throws {
        struct Walk: ExploredSystem {
            var (steps, shouts) = (0, 0)
            static var initialStates: [Walk] { [Walk()] }
            func moves(_ move: inout SystemMoves<Walk>) {
                if steps < 30 { move("walk") { $0.steps += 1 } }
                if steps == 30 { move("fall") { _ in throw SystemFault("the edge") } }
                move("shout", assuming: "somebody shouts") { $0.shouts += 1 }
            }
        }
        // By the number of moves alone, over 400 states come before the edge.
        let exploration = try SystemExploration(of: Walk.self, stateLimit: 100)
        #expect(exploration.end == .stateLimit)
        #expect(exploration.faults.map(\.moves.count) == [31])
        #expect(exploration.faults.map(\.assumptions) == [[]])
    }

    @Test func `two moves of one name are an error that names them`() {
        struct Twins: ExploredSystem {
            static var initialStates: [Twins] { [Twins()] }
            func moves(_ move: inout SystemMoves<Twins>) { for _ in 0..<2 { move("go") { _ in } } }
        }
        #expect(throws: SystemExplorationError.duplicateMove("go", in: "Twins()")) {
            _ = try SystemExploration(of: Twins.self)
        }
    }

    @Test func `an object that is changed in place is an error that names the property`() {
        final class Box { var value = 0 }
        struct Sharing: ExploredSystem {
            var name = "a"
            let box = Box()
            static var initialStates: [Sharing] { [Sharing()] }
            func moves(_ move: inout SystemMoves<Sharing>) {
                move("look") { _ in }
                move("change") { $0.box.value += 1 }
                move("change back") { $0.box.value -= 1 }
            }
        }
        #expect(throws: SystemExplorationError.sharedObject("box", changedBy: "change")) {
            _ = try SystemExploration(of: Sharing.self)
        }
    }

    @Test func `a property that fails names what is assumed in its run`() throws {
        let text = try SystemExploration(of: Walker.self).check(.never("late") { $0.isLate }).description
        #expect(text.hasPrefix("\"late\" does not hold, if it is icy\n"))
    }

    /// Walks on without end, and may slip.
    private struct Walker: ExploredSystem {
        var steps = 0
        var isLate = false
        static var initialStates: [Walker] { [Walker()] }

        func moves(_ move: inout SystemMoves<Walker>) {
            guard !isLate else { return move("arrive late") { _ in } }
            if steps < 50 { move("walk") { $0.steps += 1 } }
            if steps == 20 { move("stumble") { _ in throw SystemFault("a fall") } }
            move("slip", assuming: "it is icy") { $0.isLate = true }
        }
    }

    @Test func `an exploration that has not come to what is assumed says so`() throws {
        let early = try SystemExploration(of: Walker.self, stateLimit: 45).description
        let note = "; no move was made from a state that is reached only under an assumption"
        #expect(early.hasSuffix(note) && early.contains("1 fault in 45 states"))
        #expect(!(try SystemExploration(of: Walker.self).description.contains(note)))
        // Nothing is assumed.
        #expect(!(try SystemExploration(of: Counter.self, stateLimit: 2).description.contains(note)))
    }

    @Test func `numbers that are no identifiers after all are noticed`() throws {
        struct Sized: ExploredSystem {
            var link = 0
            static var initialStates: [Sized] { [Sized()] }
            static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "link")] }
            func moves(_ move: inout SystemMoves<Sized>) {
                move("count") { $0.link += 1 }
                if link == 1 { move("stop") { _ in throw SystemFault("one") } }
            }
        }
        let text = try SystemExploration(of: Sized.self).description
        #expect(
            text.contains("one offers nothing else, and the other offers 'stop', although the states differ only in")
        )
        #expect(text.contains("link: 0 → 1"))
    }

    @Test func `of runs with as many assumptions the shortest comes first`() throws {
        struct Tie: ExploredSystem {
            var place = 0
            static var initialStates: [Tie] { [Tie()] }
            func moves(_ move: inout SystemMoves<Tie>) {
                if place < 4 { move("walk", assuming: "a") { $0.place += 1 } }
                if place == 0 { move("fly", assuming: "b") { $0.place = 4 } }
                if place == 4 { move("land") { _ in throw SystemFault("no ground") } }
            }
        }
        #expect(try SystemExploration(of: Tie.self).faults.map(\.moves) == [["fly", "land"]])
    }

    @Test func `a fault is found even if it depends on more than ten assumptions`() throws {
        struct Ladder: ExploredSystem {
            var rung = 0
            static var initialStates: [Ladder] { [Ladder()] }
            func moves(_ move: inout SystemMoves<Ladder>) {
                if rung < 11 { move("climb", assuming: SystemAssumption("rung \(rung) holds")) { $0.rung += 1 } }
                if rung == 11 { move("jump") { _ in throw SystemFault("no net") } }
            }
        }
        let faults = try SystemExploration(of: Ladder.self).faults
        #expect(faults.map(\.fault?.reason) == ["no net"])
        #expect(faults.map(\.assumptions.count) == [11])
    }

    @Test func `moves may come in any order, and be about identifiers in sets, cases and lists`() throws {
        struct Link: Hashable { var number: Int }
        enum Target {
            case link(Link)
            case all([Link])
        }
        struct Links: ExploredSystem {
            var open: Set<Link> = []
            var next = Link(number: 0)
            static var initialStates: [Links] {
                [Links(), Links()] + [Links(open: [Link(number: 7)], next: Link(number: 9))]
            }
            static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(types: Link.self)] }
            func moves(_ move: inout SystemMoves<Links>) {
                if open.count < 3 {
                    move("open") {
                        $0.open.insert($0.next)
                        $0.next.number += 1
                    }
                }
                for link in open { move("close", of: Target.link(link)) { $0.open.remove(link) } }
                if open.count == 3 {
                    let all = open.sorted { $0.number < $1.number }
                    move("fail", of: Target.all(all)) { _ in throw SystemFault("all are open") }
                }
            }
        }
        let exploration = try SystemExploration(of: Links.self)
        #expect(exploration.statistics.states == 4)
        // The graph is made after the moves.
        #expect(exploration.statistics.duration > exploration.graph.statistics.duration)
        let run = try #require(exploration.faults.first)
        // From the initial state that is nearest, which is the third of the list.
        #expect(run.initial == 2 && run.moves == ["open", "open", "fail all([0, 1, 2])"])
        #expect(try Links.fault(after: run.moves, from: run.initial)?.reason == "all are open")
        #expect(try Links.fault(after: ["open", "open", "close link(0)", "open", "close link(1)"]) == nil)
    }

    @Test func `without initial states there is nothing to explore`() {
        struct Nothing: ExploredSystem {
            static var initialStates: [Nothing] { [] }
            func moves(_ move: inout SystemMoves<Nothing>) {}
        }
        #expect(throws: SystemExplorationError.noInitialStates) { _ = try SystemExploration(of: Nothing.self) }
    }

    @Test func `a replay says which move is missing, and what is offered`() throws {
        #expect(try Counter.fault(after: ["count", "count"]) == nil)
        #expect(try Counter.fault(after: ["count", "slip"])?.reason == "a fall")
        let missing = #expect(throws: SystemExplorationError.self) {
            _ = try Counter.fault(after: ["count", "count", "slip"])
        }
        #expect(missing?.description == "The move 'slip' is not possible after count, count.\nPossible moves: count.")
        let error = #expect(throws: SystemExplorationError.self) { _ = try Counter.fault(after: [], from: 2) }
        #expect(error == .noInitialState(2))
    }

    @Test func `the test of a run makes its moves`() throws {
        let run = try #require(try SystemExploration(of: Counter.self).faults.first)
        #expect(
            run.swiftTest == """
                @Test func `a jump too far`() throws {
                    let moves = [
                        "count",
                        "jump",
                    ]
                    #expect(try Counter.fault(along: moves, from: 1) == nil)
                }
                """
        )
        #expect(try Counter.fault(along: run.moves, from: run.initial) == run.fault)
    }

    @Test func `the test of a run ends where the run is no longer possible`() throws {
        #expect(try Counter.fault(along: ["count", "count", "slip"]) == nil)
        #expect(try Counter.fault(along: ["count", "slip", "count"])?.reason == "a fall")
        #expect(throws: SystemExplorationError.self) { _ = try Counter.fault(along: ["count"], from: 2) }
    }

    /// Numbers that grow side by side.
    private struct Grid: ExploredSystem {
        var (across, down) = (0, 0)
        static var initialStates: [Grid] { [Grid()] }

        func moves(_ move: inout SystemMoves<Grid>) {
            if across < 59 { move("right") { $0.across += 1 } }
            if down < 59 { move("down") { $0.down += 1 } }
            if across + down == 0 { move("fail") { _ in throw SystemFault("a fall") } }
        }
    }

    @Test func `an exploration tells how far it is`() throws {
        var told: [ExplorationStatistics] = []
        let exploration = try SystemExploration(of: Grid.self) { told.append($0) }
        #expect(told.map(\.transitions) == [4_096, 7_081])
        #expect(told[0].states < 3_600 && told[0].depth < 118 && told[0].duration <= told[1].duration)
        let (last, end) = (told[1], exploration.statistics)
        // The graph has no move that leads to a fault.
        #expect(last.transitions == end.transitions + 1)
        #expect((last.states, last.depth, last.largestQueue) == (end.states, end.depth, end.largestQueue))
    }

    @Test func `a step is printed by the name of its move`() throws {
        let run = try #require(try SystemExploration(of: Counter.self).faults.first)
        #expect(run.steps.map { "\($0)" } == run.moves)
        #expect(Set(run.steps + run.steps).count == run.steps.count)
    }

    @Test func `an exploration ends when its task is cancelled`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try SystemExploration(of: Counter.self)
        }
        await #expect(throws: SystemExplorationError.cancelled) { try await task.value }
    }
}
