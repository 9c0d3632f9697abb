import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Different states with equal keys, and objects that states share.
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct MergedStateTests {
    /// Measures a number that it wrongly declares to be an identifier.
    private struct Sized: ExploredSystem {
        var link: Int
        var seen = ""
        static var initialStates: [Sized] { [Sized(link: 3), Sized(link: 5)] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "link")] }

        func moves(_ move: inout SystemMoves<Sized>) {
            guard seen.isEmpty else { return }
            for name in ["look", "measure", "weigh"] {
                move(name) { $0.seen = name == "look" ? "something" : $0.link > 4 ? "much" : "little" }
            }
        }
    }

    @Test func `the first move that leads to different states is told, with the remedy`() throws {
        let exploration = try SystemExploration(of: Sized.self)
        #expect(exploration.end == .complete && !exploration.isComplete)
        let text = exploration.description
        let reason = "'measure' leads to different states, although the states differ only in IDs (link: 3 → 5)"
        #expect(text.contains("; two states that count as one behave differently: \(reason). "))
        #expect(text.contains("store nil") && !text.contains("'weigh'"))
    }

    /// Opens streams, whose numbers are identifiers, where 0 stands for none.
    private struct Streams: ExploredSystem {
        var (last, next) = (0, 1)
        static var initialStates: [Streams] { [Streams()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "last", "next")] }
        static var properties: [Property] {
            [
                .never("a stream was opened") { $0.last != 0 }, .reachable("a stream") { $0.last > 0 },
                .never("the next stream is the last one") { $0.next == $0.last },
                .never("there is a next stream") { $0.next > $0.last }, .reachable("no next stream") { $0.next < 0 },
            ]
        }

        func moves(_ move: inout SystemMoves<Streams>) {
            move.optional("open") { ($0.last, $0.next) = ($0.next, $0.next + 1) }
        }
    }

    @Test func `a property that tells apart two states with one key is undecided`() throws {
        let exploration = try SystemExploration(of: Streams.self)
        #expect(exploration.statistics.states == 1)
        #expect(exploration.verdicts.map(\.holds) == [false, false, true, false, false])
        let text = exploration.description
        #expect(
            text.contains(
                """
                the property distinguishes two states that count as the same \
                because the states differ only in IDs (last: 0 → 1, next: 1 → 2)
                """
            )
        )
        #expect(text.components(separatedBy: "the property distinguishes").count == 3)
        // The description contains the name of a property even if there is no run.
        #expect(text.contains("\"no next stream\" fails: no reachable state satisfies it"))
        // A violation in the state itself is one, whatever other states do.
        #expect(exploration.verdicts[3].run?.moves == [])
    }

    private struct Counter: ~Copyable { var count = 0 }

    /// Stores a noncopyable value, and an empty one.
    private final class Box {
        let nothing: Void = ()
        let isEmpty = false
        var counter = Counter()
        let alsoNothing: Void = ()
    }

    private struct Boxed: ExploredSystem {
        var box = Box()
        static var initialStates: [Boxed] { [Boxed()] }

        func moves(_ move: inout SystemMoves<Boxed>) {
            move("count") {
                let count = $0.box.counter.count
                $0.box = Box()
                $0.box.counter.count = count + 1
            }
        }
    }

    @Test func `a noncopyable value, which cannot be read, is named`() throws {
        let exploration = try SystemExploration(of: Boxed.self)
        // The claim is false, but all states look equal.
        let verdict = exploration.check(.never("counted") { $0.box.counter.count > 0 })
        let reason = "complete, except for what these properties hide: Box.counter (a noncopyable value)."
        #expect("\(verdict)" == "\"counted\" is undecided: \(reason)")
        #expect(exploration.end == .complete && !exploration.isComplete)
        let text = exploration.description
        #expect(
            text.hasPrefix("0 faults in 1 state")
                && text.hasSuffix("; \(reason.dropLast())"),
            "\(text)"
        )
    }

    /// Traps if its number is large, although its number is said to be an identifier.
    private struct Fragile: ExploredSystem {
        var link: Int
        static var initialStates: [Fragile] { [Fragile(link: 3), Fragile(link: 5)] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "link")] }

        func moves(_ move: inout SystemMoves<Fragile>) { move("look") { precondition($0.link < 4) } }
    }

    @Test(.enabled(if: canSurvive)) func `if only one of two states with one key traps, this is told`() throws {
        let exploration = try SystemExploration(of: Fragile.self)
        #expect(exploration.faults.isEmpty && !exploration.isComplete)
        #expect(exploration.description.contains("behave differently: one of the two traps. "))
    }

    /// Traps in its second state before it has offered its moves; two ways lead there.
    private struct Silent: ExploredSystem {
        var isSilent = false
        static var initialStates: [Silent] { [Silent()] }

        func moves(_ move: inout SystemMoves<Silent>) {
            if isSilent { fatalError("no moves") }
            for name in ["close", "leave"] { move(name) { $0.isSilent = true } }
        }
    }

    @Test(.enabled(if: canSurvive)) func `a state that traps while it offers its moves may be found twice`() throws {
        let exploration = try SystemExploration(of: Silent.self)
        #expect(exploration.isComplete)
        #expect(exploration.faults.map(\.moves) == [["close", "offer moves"]])
    }

    /// Stores an object in an object.
    private struct Nested: ExploredSystem {
        final class Inner { var value = 0 }
        final class Outer { var inner = Inner() }
        let outer = Outer()
        static var initialStates: [Nested] { [Nested()] }

        func moves(_ move: inout SystemMoves<Nested>) { move("replace") { $0.outer.inner = Inner() } }
    }

    @Test func `an object that gets another object in place has changed, even if the other one is equal`() {
        #expect(throws: SystemExplorationError.sharedObject("outer", changedBy: "replace")) {
            _ = try SystemExploration(of: Nested.self)
        }
    }

    private final class Node {
        var value = 0
        var next: Node?
    }

    /// Stores two objects that lead to each other.
    private struct Ring: ExploredSystem {
        let one = Node()
        let other = Node()
        var isChanged = false
        static var initialStates: [Ring] {
            let ring = Ring()
            (ring.one.next, ring.other.next) = (ring.other, ring.one)
            return [ring]
        }

        func moves(_ move: inout SystemMoves<Ring>) {
            if !isChanged { move("look") { $0.isChanged = true } }
            if isChanged { move("write") { $0.other.value = 1 } }
        }
    }

    @Test func `a change in place is noticed in objects that lead to each other`() {
        #expect(throws: SystemExplorationError.sharedObject("one", changedBy: "write")) {
            _ = try SystemExploration(of: Ring.self)
        }
    }
}
