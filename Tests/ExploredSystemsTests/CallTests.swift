import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Calls of classes with locks, and what the stand-ins for the standard library report.
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct CallTests {
    /// A class with one asynchronous method and one other.
    private protocol Callable {
        /// Whether a caller calls again after its call has ended.
        static var callsAgain: Bool { get }
        init()
        func call() async throws -> Int
        func poke()
    }

    /// Two callers of a class, and what their calls have returned.
    private struct Calls<Class: Callable>: ExploredSystem {
        var calls = SimulatedCalls(callers: 2) { Class() }
        var results: [Int: Int] = [:]

        static var initialStates: [Calls] { [Calls()] }
        static var identifiers: [SystemIdentifiers] { [SimulatedCall.identifiers] }

        func moves(_ move: inout SystemMoves<Calls>) {
            calls.offer(&move, at: \.calls, "call") { object, _ in
                try await object.call()
            } returning: { system, caller, result in
                if case .success(let value) = result { system.results[caller] = value }
                if Class.callsAgain { system.calls[caller] = .ready }
            }
            move.optional("poke") { try $0.calls.perform { $0.poke() } }
        }
    }

    /// Hands a number to each caller, and resumes callers by their numbers.
    private final class Numbered: Callable {
        static let callsAgain = false
        struct State {
            var next = 10
            var waiting: [Int: SimulatedContinuation<Int, any Error>] = [:]
            var early: Set<Int> = []
        }
        let state = SimulatedLock(State())

        func call() async throws -> Int {
            let number = state.withLock { state in
                state.next += 1
                return state.next
            }
            let more: Int = try await SimulatedCall.withCancellationHandler {
                try await SimulatedCall.suspend { continuation in
                    let isEarly = state.withLock { state in
                        if state.early.contains(number) { return true }
                        state.waiting[number] = continuation
                        return false
                    }
                    if isEarly { continuation.resume(throwing: CancellationError()) }
                }
            } onCancel: {
                let waiting = state.withLock { state in
                    state.early.insert(number)
                    return state.waiting.removeValue(forKey: number)
                }
                waiting?.resume(throwing: CancellationError())
            }
            return state.withLock { $0.next } * 100 + number + more
        }

        func poke() {
            let first = state.withLock { state in
                state.waiting.keys.min().flatMap { state.waiting.removeValue(forKey: $0) }
            }
            first?.resume(returning: 1000)
        }
    }

    private static func exploration<Class: Callable>(of type: Class.Type) throws -> SystemExploration<Calls<Class>> {
        try SystemExploration(of: Calls<Class>.self)
    }

    @Test func `a call that continues has the answers that it has received before`() throws {
        let exploration = try Self.exploration(of: Numbered.self)
        #expect(exploration.isComplete)
        #expect(exploration.faults.isEmpty)
        // The first caller has the number 11. When it continues, both callers have numbers.
        let results = Set(exploration.graph.states.compactMap { $0.system.results[0] })
        #expect(results == [1100 + 11 + 1000, 1200 + 11 + 1000, 1200 + 12 + 1000])
        #expect(exploration.graph.states.allSatisfy { ($0.system.calls.value(Numbered.State.self)?.next ?? 0) <= 12 })
    }

    @Test func `a cancellation handler runs in its call, before or after the suspension`() throws {
        let exploration = try Self.exploration(of: Numbered.self)
        let waits = exploration.check(
            .never("a cancelled call waits") {
                $0.isAtRest && $0.calls.suspended.contains(where: $0.calls.isCancelled)
            }
        )
        #expect(waits.holds)
        let lost = exploration.check(.never("a call waits") { $0.isAtRest && !$0.calls.suspended.isEmpty })
        #expect(lost.run?.moves == ["call 0"])
    }

    /// Resumes its caller twice.
    private final class Twice: Callable {
        static let callsAgain = true
        let waiting = SimulatedLock<SimulatedContinuation<Int, any Error>?>(nil)
        func call() async throws -> Int {
            try await SimulatedCall.suspend { continuation in waiting.withLock { $0 = continuation } }
        }
        func poke() { waiting.withLock { $0 }?.resume(returning: 1) }
    }

    @Test func `a continuation that is resumed twice is a fault at its line`() throws {
        let fault = try #require(try Calls<Twice>.fault(after: ["call 0", "poke", "poke"]))
        #expect(fault.reason == "a continuation is resumed twice")
        #expect(fault.place?.file == "ExploredSystemsTests/CallTests.swift")
        #expect(fault.place?.line == #line - 7)
        #expect(try Calls<Twice>.fault(after: ["call 0", "poke", "continue call 0"]) == nil)
        // The next call of the caller has another continuation.
        let moves = ["call 0", "poke", "continue call 0", "call 0", "poke", "continue call 0", "poke"]
        #expect(try Calls<Twice>.fault(after: moves)?.reason == "a continuation is resumed twice")
    }

    /// Stores only the first continuation, and does not forget it.
    private final class Stale: Callable {
        static let callsAgain = true
        let waiting = SimulatedLock<SimulatedContinuation<Int, any Error>?>(nil)
        func call() async throws -> Int {
            try await SimulatedCall.suspend { (continuation: SimulatedContinuation<Int, any Error>) in
                let first = waiting.withLock { $0 } ?? continuation
                waiting.withLock { $0 = first }
            }
        }
        func poke() { waiting.withLock { $0 }?.resume(returning: 1) }
    }

    @Test func `a continuation of an earlier call does not resume a later one`() throws {
        let moves = ["call 0", "poke", "continue call 0", "call 0", "poke"]
        #expect(try Calls<Stale>.fault(after: moves)?.reason == "a continuation is resumed twice")
    }

    /// Lets each caller resume the caller before it.
    private final class Swapping: Callable {
        static let callsAgain = true
        let waiting = SimulatedLock<SimulatedContinuation<Int, any Error>?>(nil)
        func call() async throws -> Int {
            try await SimulatedCall.suspend { (continuation: SimulatedContinuation<Int, any Error>) in
                let previous = waiting.withLock { waiting in
                    defer { waiting = continuation }
                    return waiting
                }
                previous?.resume(returning: 1)
            }
        }
        func poke() {
            let last = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            last?.resume(returning: 1)
        }
    }

    @Test func `a repeated call resumes nobody a second time`() throws {
        let exploration = try Self.exploration(of: Swapping.self)
        #expect(exploration.isComplete)
        #expect(exploration.faults.isEmpty)
    }

    @Test func `a call continues under its own name`() throws {
        struct TwoNames: ExploredSystem {
            var calls = SimulatedCalls(callers: 1) { Plain() }
            static var initialStates: [TwoNames] { [TwoNames()] }
            func moves(_ move: inout SystemMoves<TwoNames>) {
                for name in ["first", "second"] {
                    calls.offer(&move, at: \.calls, name) { object, _ in try await object.call() }
                }
                move.optional("poke") { try $0.calls.perform { $0.poke() } }
            }
        }
        #expect(try TwoNames.fault(after: ["second 0", "poke", "continue second 0"]) == nil)
        #expect(throws: SystemExplorationError.self) {
            try TwoNames.fault(after: ["first 0", "poke", "continue second 0"])
        }
    }

    /// Takes its lock while it holds it.
    private final class Nested: Callable {
        static let callsAgain = false
        let count = SimulatedLock(0)
        func call() async throws -> Int { 0 }
        func poke() { count.withLock { $0 = count.withLock { $0 } } }
    }

    @Test func `a lock that is taken by the call that holds it is a fault`() throws {
        let fault = try #require(try Calls<Nested>.fault(after: ["poke"]))
        #expect(fault.reason == "a call takes a lock that it already holds")
        #expect(fault.place?.line == #line - 6)
    }

    /// Suspends twice, once inside a cancellation handler and once after it.
    private final class Scoped: Callable {
        static let callsAgain = false
        let content = SimulatedLock<(SimulatedContinuation<Int, any Error>?, handled: Int)>((nil, 0))

        private func wait() async throws -> Int {
            try await SimulatedCall.suspend { continuation in content.withLock { $0.0 = continuation } }
        }
        func call() async throws -> Int {
            let first = try await SimulatedCall.withCancellationHandler {
                try await wait()
            } onCancel: {
                content.withLock { $0.handled += 1 }
            }
            return try await first + wait() + (SimulatedCall.isCancelled ? 100 : 0)
        }
        func poke() {
            let waiting = content.withLock { content in
                defer { content.0 = nil }
                return content.0
            }
            waiting?.resume(returning: 1)
        }
    }

    /// Runs of `Scoped` with the number of times that the handler has run.
    @Test(arguments: [
        (["call 0", "cancel call 0"], 1),
        (["call 0", "poke", "cancel call 0"], 1),
        (["call 0", "poke", "cancel call 0", "continue call 0"], 1),
        (["call 0", "poke", "continue call 0", "cancel call 0"], 0),
        (["cancelled call 0"], 1),
        (["call 0", "cancel call 0", "poke", "continue call 0", "poke", "continue call 0"], 1),
    ]) func `a cancellation handler runs once, if the call is inside it`(moves: [String], count: Int) throws {
        struct Counted: ExploredSystem {
            var base = Calls<Scoped>()
            static var initialStates: [Counted] { [Counted()] }
            func moves(_ move: inout SystemMoves<Counted>) {
                base.calls.offer(&move, at: \.base.calls, "call") { object, _ in
                    try await object.call()
                } returning: { system, caller, result in
                    system.base.results[caller] = try result.get()
                }
                move.optional("poke") { try $0.base.calls.perform { $0.poke() } }
                let handled = base.calls.value((SimulatedContinuation<Int, any Error>?, handled: Int).self)?.handled
                move("end") { throw SystemFault("\(handled ?? -1), \($0.base.results)") }
            }
        }
        let results = moves.count == 6 ? "[0: 102]" : "[:]"
        #expect(try Counted.fault(after: moves + ["end"])?.reason == "\(count), \(results)")
    }

    /// Starts a task in its call, and cancels it when it is poked.
    private final class Starting: Callable {
        static let callsAgain = false
        let content = SimulatedLock<(SimulatedTask<Void, Never>?, SimulatedContinuation<Int, any Error>?)>((nil, nil))
        func call() async throws -> Int {
            let task = SimulatedTask {}
            content.withLock { $0.0 = task }
            let value: Int = try await SimulatedCall.suspend { continuation in content.withLock { $0.1 = continuation }
            }
            task.cancel()
            return value
        }
        func poke() { content.withLock { $0.1 }?.resume(returning: 0) }
    }

    @Test func `a task is started and cancelled once`() throws {
        let states = try Self.exploration(of: Starting.self).graph.states.map(\.system)
        #expect(
            Set(states.map(\.calls.tasks)) == [
                [], [.running], [.cancelled], [.running, .running], [.cancelled, .running], [.running, .cancelled],
                [.cancelled, .cancelled],
            ]
        )
    }

    /// Changes its lock and starts a task in its initializer.
    private final class Prepared: Callable {
        static let callsAgain = false
        let count = SimulatedLock(0)
        let task: SimulatedTask<Void, Never>
        init() {
            count.withLock { $0 += 1 }
            task = SimulatedTask {}
        }
        func call() async throws -> Int {
            SimulatedTask {}
            return count.withLock { $0 }
        }
        func poke() {
            count.withLock { $0 = 7 }
            task.cancel()
        }
    }

    @Test func `an initializer does its work once`() throws {
        let states = try Self.exploration(of: Prepared.self).graph.states.map(\.system)
        #expect(Set(states.map { $0.calls.value(Int.self) }) == [1, 7])
        #expect(Set(states.flatMap(\.results.values)) == [1, 7])
        #expect(Set(states.map { $0.calls.tasks.count }) == [1, 2, 3])
        #expect(states.allSatisfy { ($0.calls.tasks[0] == .cancelled) == ($0.calls.value(Int.self) == 7) })
    }

    /// Waits for something that has no stand-in.
    private final class Sleeping: Callable {
        static let callsAgain = false
        func call() async throws -> Int {
            try await Task.sleep(for: .seconds(1000))
            return 0
        }
        func poke() {}
    }

    @Test func `a call that waits for something else is a fault`() throws {
        let fault = try Calls<Sleeping>.fault(after: ["call 0"])
        #expect(fault?.reason == "a call waits for something that has no stand-in")
    }

    /// Asks its lock only in the first run of its call.
    private final class Varying: Callable {
        static let callsAgain = false
        nonisolated(unsafe) static var isFirst = true
        let waiting = SimulatedLock<SimulatedContinuation<Int, any Error>?>(nil)
        func call() async throws -> Int {
            if Self.isFirst { _ = SimulatedCall.isCancelled }
            Self.isFirst = false
            return try await SimulatedCall.suspend { continuation in waiting.withLock { $0 = continuation } }
        }
        func poke() { waiting.withLock { $0 }?.resume(returning: 1) }
    }

    @Test func `a call that does something else when it is repeated is a fault`() throws {
        Varying.isFirst = true
        let fault = try Calls<Varying>.fault(after: ["call 0", "poke", "continue call 0"])
        #expect(fault?.reason == "a call behaves differently when it is repeated")
    }

    @Test func `the numbers of suspensions make no new states`() throws {
        let exploration = try Self.exploration(of: Plain.self)
        #expect(exploration.isComplete)
        #expect(exploration.faults.isEmpty)
        #expect(exploration.graph.states.count < 1000)
    }

    /// Suspends one caller at a time, and fails others.
    private final class Plain: Callable {
        static let callsAgain = true
        let waiting = SimulatedLock<SimulatedContinuation<Int, any Error>?>(nil)
        func call() async throws -> Int {
            try await SimulatedCall.suspend { continuation in
                let isFirst = waiting.withLock { waiting in
                    if waiting == nil { waiting = continuation }
                    return waiting == continuation
                }
                if !isFirst { continuation.resume(throwing: CancellationError()) }
            }
        }
        func poke() {
            let waiting = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            waiting?.resume(returning: 1)
        }
    }

    @Test func `a text shows the callers and the locks`() throws {
        var calls = SimulatedCalls(callers: 2) { Plain() }
        try calls.perform { $0.poke() }
        #expect("\(calls)" == "Calls(callers: [0: ready, 1: ready], locks: [nil], tasks: [])")
    }
}
