import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// How the run to a fault or against a property is told.
@Suite(.timeLimit(.minutes(1)), .computing) struct RunDescriptionTests {
    /// Fills so many of its places in one move as the move says.
    private struct Shelf: ExploredSystem {
        static let counts = [1, 2, 8, 9, 10]
        var places = Array(repeating: 0, count: 10)
        var isOver = false
        static var initialStates: [Shelf] { [Shelf()] }

        func moves(_ move: inout SystemMoves<Shelf>) {
            guard places[0] == 0 else { return move("end") { $0.isOver = true } }
            for count in Self.counts { move("fill", of: count) { for place in 0..<count { $0.places[place] = 1 } } }
        }
    }

    @Test(arguments: Shelf.counts) func `a move has at most eight lines of changes, and says how many more there are`(
        count: Int
    ) throws {
        let isFull = Shelf.Property.never("full") { $0.isOver && $0.places.count { $0 > 0 } == count }
        let lines = try SystemExploration(of: Shelf.self).check(isFull).description.split(separator: "\n")
        let changes = (0..<min(count, 8)).map { "places.\($0): 0 → 1" }
        let expected =
            ["\"full\" does not hold"]
            + (count == 1 ? ["  1. fill 1   \(changes[0])"] : ["  1. fill \(count)"] + changes.map { "       \($0)" })
            + (count > 8 ? ["       … and \(count - 8) more"] : [])
        #expect(lines.prefix { !$0.contains("end") } == expected[...].map { Substring($0) }[...])
    }

    @Test func `what the last move changes is shown whole, and the state once`() throws {
        let isFull = Shelf.Property.never("full") { $0.places.count { $0 > 0 } == 10 }
        let lines = try SystemExploration(of: Shelf.self).check(isFull).description.split(separator: "\n")
        #expect(lines.filter { $0.contains("0 → 1") }.count == 10 && !lines.contains { $0.contains("more") })
        #expect(lines.suffix(3) == ["At the end:", "  places: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "  isOver: false"])
    }

    /// A lamp that is switched on and off forever.
    private struct Lamp: ExploredSystem {
        var plug = "out"
        var isOn = false
        static var initialStates: [Lamp] { [Lamp()] }

        func moves(_ move: inout SystemMoves<Lamp>) {
            if plug == "out" { return move("plug in") { $0.plug = "in" } }
            move(isOn ? "switch off" : "switch on") { $0.isOn.toggle() }
        }
    }

    /// Has a long value that changes at its end.
    private struct Diary: ExploredSystem {
        var pages = Array(repeating: "a quiet day", count: 9)
        static var initialStates: [Diary] { [Diary()] }
        var isClosed = false
        static var properties: [Property] { [.never("closed") { $0.isClosed }] }

        func moves(_ move: inout SystemMoves<Diary>) {
            guard pages.count == 9 else { return move("close") { $0.isClosed = true } }
            move("write") { $0.pages = Array($0.pages.dropLast()) + ["a", "loud", "day", "a loud day"] }
        }
    }

    @Test func `of two long values with the same beginning, the rest is shown`() throws {
        let text = try SystemExploration(of: Diary.self).description
        #expect(text.contains("pages: …") && text.contains(" → …"), "\(text)")
        #expect(text.contains(#""loud", "day""#), "\(text)")
    }

    @Test func `the moves that repeat forever follow the others, and their numbers go on`() throws {
        let verdict = try SystemExploration(of: Lamp.self).check(.eventually("broken") { $0.plug == "broken" })
        #expect(
            verdict.description == """
                "broken" does not hold
                  1. plug in   plug: "out" → "in"
                  then again and again:
                  2. switch on   isOn: false → true
                  3. switch off   isOn: true → false
                At the end:
                  plug: "in"
                  isOn: false
                """
        )
    }

    @Test func `a property that fails at the beginning needs no moves`() throws {
        let verdict = try SystemExploration(of: Lamp.self).check(.never("dark") { !$0.isOn })
        #expect(verdict.run?.moves == [])
        #expect(
            verdict.description == """
                "dark" does not hold
                At the beginning:
                  plug: "out"
                  isOn: false
                """
        )
    }

    /// A system that is an enum.
    private enum Gate: ExploredSystem {
        case closed
        case open(since: Int)
        static var initialStates: [Gate] { [.closed] }

        func moves(_ move: inout SystemMoves<Gate>) {
            switch self {
            case .closed: move("push") { $0 = .open(since: 7) }
            case .open: move("slam") { _ in throw SystemFault("a finger") }
            }
        }
    }

    @Test func `a system that is an enum is described by its case`() throws {
        let run = try #require(try SystemExploration(of: Gate.self).faults.first)
        let lines = run.description.split(separator: "\n").dropFirst()
        #expect(
            Array(lines) == [
                "  1. push   state: closed → open(7)", "  2. slam", "Before the last move:", "  open(7)",
            ]
        )
    }

    /// Has a bridge for each assumption, and the last one first.
    private struct Bridges: ExploredSystem {
        var isOver = false
        static var initialStates: [Bridges] { [Bridges()] }

        func moves(_ move: inout SystemMoves<Bridges>) {
            if isOver { return move("fall") { _ in throw SystemFault("no ground") } }
            for number in 0..<10 {
                move("cross", of: number, assuming: SystemAssumption("bridge \(9 - number) holds")) { $0.isOver = true }
            }
        }
    }

    @Test func `of equally good runs the one is told whose assumptions come first in the alphabet`() throws {
        let runs = try SystemExploration(of: Bridges.self).faults
        #expect(runs.map(\.moves) == [["cross 9", "fall"]])
        #expect(runs.map(\.assumptions) == [["bridge 0 holds"]])
    }

    /// Has a short way and a long one, each with one assumption.
    private struct Ways: ExploredSystem {
        var place = 0
        static var initialStates: [Ways] { [Ways()] }

        func moves(_ move: inout SystemMoves<Ways>) {
            if place == 0 { move("fly", assuming: "a") { $0.place = 4 } }
            if place < 4 { move("walk", assuming: "b") { $0.place += 1 } }
            if place == 4 { move("land") { _ in throw SystemFault("no ground") } }
        }
    }

    @Test func `a longer run with other assumptions does not replace a shorter one`() throws {
        #expect(try SystemExploration(of: Ways.self).faults.map(\.moves) == [["fly", "land"]])
    }
}
