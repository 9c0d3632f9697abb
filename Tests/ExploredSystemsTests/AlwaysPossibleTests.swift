import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Which moves count as ways to a goal.
@Suite(.timeLimit(.minutes(1)), .computing) struct AlwaysPossibleTests {
    /// A walker who falls into a pit in a race and gets out only if the weather helps.
    private struct Walker: ExploredSystem {
        var place = "path"
        static var initialStates: [Walker] { [Walker()] }
        static let rain: SystemAssumption = "it rains"

        static var properties: [Property] {
            [
                .alwaysPossible("home") { $0.place == "home" },
                .alwaysPossible("home without luck", assuming: []) { $0.place == "home" },
                .alwaysPossible("home in the rain", assuming: [rain]) { $0.place == "home" },
                .alwaysPossible("home after a race", assuming: [.races]) { $0.place == "home" },
            ]
        }

        func moves(_ move: inout SystemMoves<Walker>) {
            switch place {
            case "path":
                move("walk home") { $0.place = "home" }
                move("fall", assuming: .races) { $0.place = "pit" }
            case "pit": move("float", assuming: Self.rain) { $0.place = "path" }
            default: break
            }
        }
    }

    @Test func `without an argument, every move counts; with one, only moves with these assumptions count`() throws {
        let verdicts = try SystemExploration(of: Walker.self).verdicts
        #expect(verdicts.map(\.holds) == [true, false, true, false])
        #expect(verdicts.map(\.run?.moves) == [nil, ["fall"], nil, ["fall"]])
        #expect(verdicts[1].description.hasPrefix("\"home without luck\" does not hold, in this run if callers race\n"))
    }

    /// Has two moves from one state to another, and only one of them needs an assumption.
    private struct Bridge: ExploredSystem {
        var isOver = false
        static var initialStates: [Bridge] { [Bridge()] }

        func moves(_ move: inout SystemMoves<Bridge>) {
            guard !isOver else { return }
            move("fly", assuming: "it is windy") { $0.isOver = true }
            move("walk") { $0.isOver = true }
        }
    }

    @Test func `one way without an assumption is enough`() throws {
        let exploration = try SystemExploration(of: Bridge.self)
        #expect(exploration.check(.alwaysPossible("over", assuming: []) { $0.isOver }).holds)
        #expect(!exploration.check(.alwaysPossible("back", assuming: []) { !$0.isOver }).holds)
    }

    @Test func `a state whose moves were not made is not a violation`() throws {
        let exploration = try SystemExploration(of: Walker.self, stateLimit: 2)
        let verdict = exploration.check(.alwaysPossible("home", assuming: []) { $0.place == "home" })
        #expect(!verdict.holds && verdict.run == nil)
    }
}
