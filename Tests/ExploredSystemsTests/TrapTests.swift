import ExploredSystems
import Foundation
import StateMachineGraphs
import TestSupport
import Testing

/// Traps in code under test: each is a fault with its place, and the exploration goes on.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct TrapTests {
    /// Has a move for each way in which Swift traps.
    private struct Minefield: ExploredSystem {
        final class Object {}
        struct Holder { unowned let object: Object }

        var number = 0
        nonisolated(unsafe) static var shared = 0

        static var initialStates: [Minefield] { [Minefield()] }

        func moves(_ move: inout Moves<Minefield>) {
            let zero = number / 100
            precondition(number < 3, "no more moves")
            move("count") { $0.number += 1 }
            guard number == 1 else { return }
            move("fatal error") { _ in fatalError("no way") }
            move("precondition") { precondition($0.number == 7, "seven only") }
            // swift-format-ignore
            move("unwrap") { _ in _ = Int("x\(zero)")! }
            move("index") { _ in _ = [1, 2][5 + zero] }
            move("overflow") { _ in _ = Int.max - zero + 1 }
            move("division") { _ in _ = 1 / zero }
            // swift-format-ignore
            move("try") { _ in try! Self.fail() }
            // swift-format-ignore
            move("cast") { $0.number = ("\(zero)" as Any) as! Int }
            move("exclusive access") { _ in Self.change(&Self.shared) { Self.shared += 1 } }
            move("stack overflow") { $0.number = Self.endless($0.number) }
            move("null pointer") { _ in UnsafeMutablePointer<Int>(bitPattern: 16 + zero)?.pointee = 1 }
            move("abort") { _ in abort() }
            move("dead object") { _ in _ = Self.holder().object }
        }

        static func holder() -> Holder {
            let object = Object()
            return Holder(object: object)
        }
        static func fail() throws { throw Fault("on purpose") }
        static func endless(_ number: Int) -> Int { number < 0 ? 0 : endless(number + 1) + 1 }
        static func change(_ value: inout Int, _ body: () -> Void) {
            body()
            value += 1
        }
    }

    /// The reason for each move that traps.
    private static let reasons = [
        "fatal error": "no way",
        "precondition": "seven only",
        "unwrap": "Unexpectedly found nil while unwrapping an Optional value",
        "index": "Index out of range",
        "overflow": "arithmetic overflow",
        "division": "Division by zero",
        "cast": "Could not cast value of type 'Swift.String' to 'Swift.Int'.",
        "exclusive access": "Simultaneous accesses, but modification requires exclusive access.",
        "stack overflow": "stack overflow",
        "null pointer": "bad access to memory",
        "abort": "abort",
        "dead object": "Attempted to read an unowned reference but object was already destroyed",
    ]

    @Test(.enabled(if: canSurvive)) func `each kind of trap is a fault, and all other states are explored`() throws {
        let exploration = try SystemExploration(of: Minefield.self)
        #expect(exploration.isComplete)
        #expect(exploration.statistics.states == 4)
        #expect(exploration.faults.count == Self.reasons.count + 2)
        #expect(exploration.faults.last?.moves == ["count", "count", "count", "offer moves"])
        #expect(exploration.faults.last?.fault?.reason == "no more moves")
        for run in exploration.faults.dropLast() {
            let (fault, name) = (try #require(run.fault), try #require(run.moves.last))
            #expect(run.moves == ["count", name])
            let reason = Self.reasons[name] ?? "'try!' expression unexpectedly raised an error: on purpose"
            #expect(fault.reason.hasPrefix(reason), "\(name)")
            #expect(fault.place?.file == "ExploredSystemsTests/TrapTests.swift", "\(name)")
        }
        // In the order of the source.
        let moves = exploration.faults.dropLast().filter {
            $0.moves.last != "stack overflow" && $0.moves.last != "exclusive access"
        }
        let lines = moves.compactMap(\.fault?.place?.line)
        #expect(lines.count == moves.count && lines == lines.sorted() && Set(lines).count == lines.count)
    }

    /// Traps in each of its states, of which there is no end.
    private struct Bottomless: ExploredSystem {
        var depth = 0
        static var initialStates: [Bottomless] { [Bottomless()] }

        func moves(_ move: inout Moves<Bottomless>) {
            move("step") { $0.depth += 1 }
            move("fall") { _ in fatalError("gone") }
        }
    }

    @Test(.enabled(if: canSurvive))
    func `so many traps are survived as are allowed, and all at one place are one fault`() throws {
        let exploration = try SystemExploration(of: Bottomless.self, trapLimit: 20)
        #expect(exploration.end == .trapLimit)
        #expect(exploration.faults.map(\.moves) == [["fall"]])
        #expect(exploration.description.hasSuffix("; it ended with the last trap that was to be survived"))
    }

    @Test(.enabled(if: canSurvive)) func `what others write to the error output comes out in the end`() throws {
        struct Writing: ExploredSystem {
            var isDone = false
            static var initialStates: [Writing] { [Writing()] }
            func moves(_ move: inout Moves<Writing>) {
                guard !isDone else { return }
                move("write") {
                    $0.isDone = true
                    FileHandle.standardError.write(Data("a note of the code under test\n".utf8))
                }
            }
        }
        let (before, file) = (dup(STDERR_FILENO), FileManager.default.temporaryDirectory.appending(path: "\(UUID())"))
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        dup2(handle.fileDescriptor, STDERR_FILENO)
        let exploration = Result { try SystemExploration(of: Writing.self) }
        dup2(before, STDERR_FILENO)
        close(before)
        #expect(try exploration.get().faults.isEmpty)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("a note of the code under test\n"))
    }

    #if os(Linux)
    private static let canSurvive = true
    #else
    private static let canSurvive = false
    #endif
}
