import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineTestSupport
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

        func moves(_ move: inout SystemMoves<Minefield>) {
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
        static func fail() throws { throw SystemFault("on purpose") }
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
        "null pointer": "invalid memory access",
        "abort": "abort",
        // Swift 6.2 continues with "deallocated", and later versions with "destroyed".
        "dead object": "Attempted to read an unowned reference but object was already de",
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
        // Each at a line of its own.
        let moves = exploration.faults.dropLast().filter {
            $0.moves.last != "stack overflow" && $0.moves.last != "exclusive access"
        }
        let lines = moves.compactMap(\.fault?.place?.line)
        #expect(lines.count == moves.count && Set(lines).count == lines.count)
    }

    /// Another thread writes between the beginning of a move and its trap.
    private struct Disturbed: ExploredSystem {
        static var initialStates: [Disturbed] { [Disturbed()] }

        func moves(_ move: inout SystemMoves<Disturbed>) {
            move("abort") { _ in
                let written = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    writeError("from another thread\n")
                    written.signal()
                }
                written.wait()
                abort()
            }
            move("abort with a message") { _ in
                writeError("from this thread\n")
                abort()
            }
        }
    }

    @Test(.enabled(if: canSurvive)) func `what other threads write is not taken for the message of a trap`() throws {
        let exploration = try SystemExploration(of: Disturbed.self)
        #expect(exploration.faults.map(\.fault?.reason) == ["abort", "from this thread"])
    }

    /// Writes more than is stored of a step.
    private struct Talkative: ExploredSystem {
        static let lineCount = 20_000
        static var initialStates: [Talkative] { [Talkative()] }

        func moves(_ move: inout SystemMoves<Talkative>) {
            move("talk") { _ in
                for number in 1...Self.lineCount { writeError("line \(number) of a long story\n") }
            }
            move("shout") { _ in writeError(String(repeating: "loud ", count: Self.lineCount) + "and clear\n") }
            move("talk and trap") { _ in
                for number in 1...Self.lineCount { writeError("line \(number) of another story\n") }
                fatalError("after much text")
            }
        }
    }

    // All tests write to the error output of this process, so both tests of it have a process of
    // their own.
    @Test(.enabled(if: canSurvive)) func `the output of a step is passed on, and a trap after it keeps its message`()
        async throws
    {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let exploration = try SystemExploration(of: Talkative.self)
            #expect(exploration.faults.map(\.fault?.reason) == ["after much text"])
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        // Moves are made several times.
        let counts = Dictionary(output.split(separator: "\n").map { ($0, 1) }, uniquingKeysWith: +)
        let stories = (1...Talkative.lineCount).map { counts["line \($0) of a long story"] ?? 0 }
        #expect(stories.allSatisfy { $0 == stories[0] && $0 > 0 })
        let loud = String(repeating: "loud ", count: Talkative.lineCount)
        #expect(counts["\(loud)and clear"] == stories[0])
    }

    /// Traps in each of its states.
    private struct Abyss: ExploredSystem {
        var depth = 0
        static var initialStates: [Abyss] { [Abyss()] }

        func moves(_ move: inout SystemMoves<Abyss>) {
            if depth < 50 { move("step") { $0.depth += 1 } }
            if depth == 50 { move("crash") { _ in fatalError("the bottom") } }
            move("fall") { _ in fatalError("gone") }
        }
    }

    @Test(.enabled(if: canSurvive))
    func `so many traps are survived as are allowed, and all at one place are one fault`() throws {
        let exploration = try SystemExploration(of: Abyss.self, trapLimit: 20)
        #expect(exploration.end == .trapLimit)
        // A move that traps everywhere comes last, so that the trap behind it is found.
        #expect(exploration.faults.map(\.fault?.reason) == ["gone", "the bottom"])
        #expect(exploration.faults.map(\.moves.count) == [1, 51])
        #expect(exploration.statistics.states == 51)
        let rest = "when it reached the trap limit; 32 moves that trap in nearby states were not made"
        #expect(exploration.description.hasSuffix(rest))
        let all = try SystemExploration(of: Abyss.self)
        #expect(all.isComplete && all.faults.map(\.moves) == exploration.faults.map(\.moves))
    }

    /// Has a door that only the move after the trap opens.
    private struct Porch: ExploredSystem {
        var isOpen = false
        static var initialStates: [Porch] { [Porch()] }

        func moves(_ move: inout SystemMoves<Porch>) {
            guard !isOpen else { return }
            move("knock") { _ in }
            move("lean") { _ in fatalError("a fall") }
            move("open") { $0.isOpen = true }
        }
    }

    @Test(.enabled(if: canSurvive))
    func `a state does not refute a promise until all of its moves were made`() throws {
        let promise = Porch.Property.alwaysPossible("the door opens") { $0.isOpen }
        let exploration = try SystemExploration(of: Porch.self, trapLimit: 1)
        #expect(exploration.end == .trapLimit)
        let verdict = exploration.check(promise)
        #expect(!verdict.holds && verdict.run == nil)
        #expect(try SystemExploration(of: Porch.self).check(promise).holds)
    }

    /// Leads on by moves that trap in the states before, the last one after all of its fault.
    private struct Stairs: ExploredSystem {
        var place = "start"
        static var initialStates: [Stairs] { [Stairs()] }

        func moves(_ move: inout SystemMoves<Stairs>) {
            func go(_ name: String, from starts: Set<String>, to end: String? = nil) {
                guard starts.contains(place) else { return }
                move(name) {
                    guard let end else { fatalError("no way to \(name)") }
                    $0.place = end
                }
            }
            for place in ["aside", "back", "edge"] { go(place, from: ["start"], to: place) }
            go("fall", from: ["start", "aside", "back"])
            go("slip", from: ["start", "edge"])
            go("fall", from: ["edge"], to: "below")
            go("slip", from: ["below"], to: "bottom")
        }
    }

    @Test(.enabled(if: canSurvive))
    func `what is postponed for a fault after all others of it were made is made, too`() throws {
        let exploration = try SystemExploration(of: Stairs.self)
        #expect(exploration.graph.states.map(\.place).contains("bottom"))
        #expect(exploration.end == .complete)
        // One place, two reasons.
        #expect(exploration.faults.map { $0.fault?.reason } == ["no way to fall", "no way to slip"])
    }

    /// Changes an object that all states share, and traps then.
    private struct Breaking: ExploredSystem {
        final class Box { var value = 0 }
        let box = Box()
        var (isDone, isTold) = (false, false)
        static var initialStates: [Breaking] { [Breaking()] }

        func moves(_ move: inout SystemMoves<Breaking>) {
            guard !isTold else { return }
            if !isDone { move("ask") { $0.isDone = true } }
            guard isDone else { return }
            move("break") {
                $0.box.value = 1
                fatalError("broken")
            }
            move("tell") { $0.isTold = true }
        }
    }

    @Test(.enabled(if: canSurvive)) func `a shared object that a move changes before it traps is noticed`() {
        for trapLimit in [1, 10] {
            #expect(throws: SystemExplorationError.sharedObject("box", changedBy: "break")) {
                _ = try SystemExploration(of: Breaking.self, trapLimit: trapLimit)
            }
        }
    }

    @Test(.enabled(if: canSurvive)) func `what others write to the error output comes out in the end`() async throws {
        struct Writing: ExploredSystem {
            var isDone = false
            static var initialStates: [Writing] { [Writing()] }
            func moves(_ move: inout SystemMoves<Writing>) {
                guard !isDone else { return }
                move("write") {
                    $0.isDone = true
                    FileHandle.standardError.write(Data("a note of the code under test\n".utf8))
                }
            }
        }
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let faults = try SystemExploration(of: Writing.self).faults
            #expect(faults.isEmpty)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("a note of the code under test\n"))
    }

    /// Traps at once.
    private struct Trapping: ExploredSystem {
        static var initialStates: [Trapping] { [Trapping()] }
        func moves(_ move: inout SystemMoves<Trapping>) { move("trap") { _ in fatalError("at once") } }
    }

    @Test(.enabled(if: canSurvive), .thorough) func `a place is found while other threads map files and unmap them`()
        async
    {
        await #expect(processExitsWith: .success) {
            let folder = URL.temporaryDirectory.appending(path: "TrapTests.\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for number in 1...4 {
                let file = folder.appending(path: "\(number)")
                try Data(count: 4096).write(to: file)
                let handle = try FileHandle(forReadingFrom: file)
                Thread.detachNewThread {
                    while let memory = mmap(nil, 4096, PROT_READ, MAP_SHARED, handle.fileDescriptor, 0) {
                        munmap(memory, 4096)
                    }
                }
            }
            let fault = try SystemExploration(of: Trapping.self).faults.first?.fault
            #expect(fault?.place?.file == "ExploredSystemsTests/TrapTests.swift")
        }
    }
}
