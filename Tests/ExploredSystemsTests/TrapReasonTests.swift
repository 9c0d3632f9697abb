import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Which reason and which run a trap gets.
@Suite(.serialized, .enabled(if: canSurvive), .timeLimit(.minutes(1)), .computing) struct TrapReasonTests {
    /// Writes before it traps, or in the move before.
    private struct Writing: ExploredSystem {
        static var initialStates: [Writing] { [Writing()] }

        func moves(_ move: inout SystemMoves<Writing>) {
            move("a greeting") { _ in writeError("good morning\n") }
            move("abort") { _ in abort() }
            move("access memory") { _ in
                writeError("a note\n")
                UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
            }
            move("access memory with a message") { _ in
                writeError("Fatal error: no way\n")
                UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
            }
        }
    }

    @Test func `the reason of a trap is what was written only if it belongs to the trap`() throws {
        let faults = try SystemExploration(of: Writing.self).faults
        // Another move wrote the greeting, and the system writes nothing about a wrong access to
        // memory.
        let reasons = [
            "abort": "abort", "access memory": "invalid memory access", "access memory with a message": "no way",
        ]
        #expect(faults.count == reasons.count)
        for run in faults { #expect(run.fault?.reason == run.moves.last.flatMap { reasons[$0] }) }
    }

    /// Aborts in a way that leaves it to the thread whether the signal arrives.
    private struct Raising: ExploredSystem {
        static var initialStates: [Raising] { [Raising()] }
        func moves(_ move: inout SystemMoves<Raising>) { move("raise") { _ in raise(SIGABRT) } }
    }

    /// As the threads of a dispatch queue do, from which this thread would otherwise inherit.
    @Test func `a signal that the caller blocks is a trap of the explored code`() throws {
        var blocked = sigset_t()
        var former = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGABRT)
        pthread_sigmask(SIG_BLOCK, &blocked, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        #expect(try SystemExploration(of: Raising.self).faults.map(\.fault?.reason) == ["abort"])
    }

    /// Traps at one place by two ways, and at another place.
    private struct Ways: ExploredSystem {
        static var initialStates: [Ways] { [Ways()] }
        @inline(never) static func fall() { fatalError("a fall") }

        func moves(_ move: inout SystemMoves<Ways>) {
            move("jump") { _ in Self.fall() }
            move("slip") { _ in Self.fall() }
            move("trip") { _ in fatalError("a stone") }
        }
    }

    @Test func `traps at one place are one fault, whichever call leads there`() throws {
        let faults = try SystemExploration(of: Ways.self).faults
        #expect(faults.map(\.moves) == [["jump"], ["trip"]])
        #expect(faults.map(\.fault?.reason) == ["a fall", "a stone"])
    }

    /// Traps with its state in the reason, and with the text of a caller.
    private struct Worded: ExploredSystem {
        var state = "open"
        static var initialStates: [Worded] { ["open", "closing", "closed"].map { Worded(state: $0) } }
        @inline(never) static func fail(_ text: String) -> Never { fatalError(text) }
        @inline(never) static func early() { fail("too early") }
        @inline(never) static func late() { fail("too late") }
        @inline(never) func write() {
            preconditionFailure("write() called in the state \(state), which does not allow any writing: \(self)")
        }

        func moves(_ move: inout SystemMoves<Worded>) {
            move("write") { $0.write() }
            move("flush") {
                if $0.state == "open" { Self.early() }
                if $0.state == "closed" { Self.late() }
            }
        }
    }

    @Test func `traps at one place with a value in the reason are one fault, and other texts are not`() throws {
        let faults = try SystemExploration(of: Worded.self).faults
        #expect(faults.map(\.moves) == [["flush"], ["write"], ["flush"]])
        #expect(
            faults.map { $0.fault?.reason.prefix(28) } == ["too early", "write() called in the state ", "too late"]
        )
        let run = try #require(faults.dropFirst().first)
        #expect(run.reason.hasPrefix("write() called in the state open, "))
        let other = "\n  (also with another reason: …n the state closed, which "
        #expect("\(run)".contains(other) && "\(run)".contains(", and 1 more)\n"), "\(run)")
        #expect(
            run.swiftTest.contains("@Test func `write() called in the state open, ") && run.swiftTest.contains("…`()")
        )
    }

    /// Traps on behalf of its callers, and in a library of Swift.
    private struct Helped: ExploredSystem {
        static var initialStates: [Helped] { [Helped()] }
        static let jump = #line + 6
        @inline(never) static func fall(file: StaticString = #file, line: UInt = #line) {
            fatalError("a fall", file: file, line: line)
        }

        func moves(_ move: inout SystemMoves<Helped>) {
            move("jump") { _ in Self.fall() }
            move("slip") { _ in Self.fall(file: "/a long/path/to/Stairs/Step.swift", line: 7) }
            move("count") { _ in _ = [1, 2].dropFirst(-1) }
        }
    }

    @Test func `a trap is where its message says, except in a library of Swift`() throws {
        let faults = try SystemExploration(of: Helped.self).faults
        let places = Dictionary(
            uniqueKeysWithValues: faults.map { ($0.moves.last ?? "", $0.fault?.place?.description) }
        )
        let file = "ExploredSystemsTests/TrapReasonTests.swift"
        #expect(
            places == [
                "jump": "\(file):\(Helped.jump)", "slip": "Stairs/Step.swift:7", "count": "\(file):\(Helped.jump + 2)",
            ]
        )
    }
}
