import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// Timers with durations, against a model with deadlines.
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct TimerTests {
    /// What the owner of three timers may do, a few times, and how long the timers last.
    private struct Plan: Hashable, Sendable {
        var durations: [Int?] = []
        /// The timers that are started again when they fire.
        var repeated: Set<Int> = []
        var lateLimit = 0

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            durations = (0..<3).map { _ in [nil, 0, 1, 1, 2, 3].randomElement(using: &random) ?? nil }
            repeated = Set((0..<3).filter { durations[$0] != nil && Int.random(in: 0..<($0 + 2), using: &random) == 0 })
            lateLimit = Int.random(in: 0...1, using: &random)
        }
    }

    private struct Clock: ExploredSystem {
        let plan: Plan
        var timers: SimulatedTimers<Int>
        var left: Int

        init(_ plan: Plan, left: Int) {
            (self.plan, self.left) = (plan, left)
            timers = SimulatedTimers(lateLimit: plan.lateLimit)
        }

        static var initialStates: [Clock] { [] }

        func moves(_ move: inout SystemMoves<Clock>) {
            for id in 0..<3 where left > 0 {
                if timers.running.contains(id) {
                    move("cancel", of: id) {
                        $0.left -= 1
                        $0.timers.cancel(id)
                    }
                } else {
                    move("start", of: id) {
                        $0.left -= 1
                        try $0.timers.schedule(id, after: $0.plan.durations[id])
                    }
                }
            }
            timers.offer(&move, at: \.timers) {
                guard $0.plan.repeated.contains($1), !$0.timers.running.contains($1) else { return }
                try $0.timers.schedule($1, after: $0.plan.durations[$1])
            }
        }

        /// Returns the names of the moves in all runs of a length, in their order.
        func runs(_ length: Int) throws -> Set<[String]> {
            if length == 0 { return [[]] }
            var moves = SystemMoves<Clock>()
            self.moves(&moves)
            var runs: Set<[String]> = moves.list.isEmpty ? [[]] : []
            for move in moves.list {
                var copy = self
                try move.body(&copy)
                let name = move.subject.map { "\(move.name) \(Mirror(reflecting: $0).children.first?.value ?? $0)" }
                runs.formUnion(try copy.runs(length - 1).map { [name ?? move.name] + $0 })
            }
            return runs
        }
    }

    /// The clock again, with the time at which each timer is due.
    private struct Model {
        struct Timer {
            var deadline: Int?
            var isAwake = false
        }

        let plan: Plan
        var left: Int
        var now = 0
        var running: [Int: Timer] = [:]
        /// The timers that were cancelled too late.
        var late: [Int] = []

        mutating func start(_ id: Int) { running[id] = Timer(deadline: plan.durations[id].map { now + $0 }) }

        /// The names of the possible moves with the models to which they lead.
        var next: [(String, Model)] {
            var next: [(String, Model)] = []
            func offer(_ name: String, _ body: (inout Model) -> Void) {
                var copy = self
                body(&copy)
                next.append((name, copy))
            }
            let awake = late.count + running.values.count(where: \.isAwake)
            for id in 0..<3 {
                if left > 0 {
                    if let timer = running[id] {
                        offer("cancel \(id)") {
                            $0.left -= 1
                            $0.running[id] = nil
                            if timer.isAwake { $0.late.append(id) }
                        }
                    } else {
                        offer("start \(id)") {
                            $0.left -= 1
                            $0.start(id)
                        }
                    }
                }
                guard let timer = running[id], timer.isAwake || timer.deadline.map({ $0 <= now }) ?? true else {
                    continue
                }
                if !timer.isAwake, awake < plan.lateLimit {
                    offer("wake timer \(id)") { $0.running[id]?.isAwake = true }
                }
                offer("fire timer \(id)") {
                    $0.running[id] = nil
                    if $0.plan.repeated.contains(id) { $0.start(id) }
                }
            }
            for id in late {
                offer("fire late timer \(id)") {
                    $0.late.removeAll { $0 == id }
                    if $0.plan.repeated.contains(id), $0.running[id] == nil { $0.start(id) }
                }
            }
            let deadlines = running.values.compactMap(\.deadline)
            if awake == 0, !deadlines.isEmpty, deadlines.allSatisfy({ $0 > now }) {
                offer("time passes") { $0.now += 1 }
            }
            return next
        }

        func runs(_ length: Int) -> Set<[String]> {
            if length == 0 { return [[]] }
            let next = next
            return next.isEmpty ? [[]] : Set(next.flatMap { name, model in model.runs(length - 1).map { [name] + $0 } })
        }
    }

    @Test func `timers fire when they are due, in every order of equal times, and time waits for them`() throws {
        for _ in 0..<ProcessEnvironment.runs(60) {
            let seed = UInt64.random(in: .min ... .max)
            let plan = Plan(seed: seed)
            let runs = try Clock(plan, left: 3).runs(6)
            #expect(runs == Model(plan: plan, left: 3).runs(6), "seed \(seed)")
        }
    }

    @Test func `timers that start again and again have as many states as remaining durations`() throws {
        struct Pair: ExploredSystem {
            var timers = SimulatedTimers<Int>(lateLimit: 0)
            static var initialStates: [Pair] { [Pair()] }
            static var properties: [Property] { [.never("both are due") { $0.due == [0, 0] }] }
            var due: [Int?] { timers.list.sorted { $0.id < $1.id }.map(\.remaining) }

            func moves(_ move: inout SystemMoves<Pair>) {
                if timers.running.isEmpty {
                    move("start") { for id in [2, 3] { try $0.timers.schedule(id, after: id) } }
                }
                timers.offer(&move, at: \.timers) { try $0.timers.schedule($1, after: $1) }
            }
        }
        let exploration = try SystemExploration(of: Pair.self)
        #expect(exploration.isComplete && exploration.faults.isEmpty)
        let expected: Set<[Int?]> = [
            [], [2, 3], [1, 2], [0, 1], [2, 1], [1, 0], [1, 3], [0, 2], [2, 2], [1, 1], [0, 0], [2, 0], [0, 3],
        ]
        #expect(Set(exploration.graph.states.map(\.due)) == expected)
        #expect(exploration.statistics.states == expected.count)
        let (first, second, time) = ("fire timer 2", "fire timer 3", "time passes")
        #expect(
            exploration.verdicts[0].run?.moves
                == ["start", time, time, first, time, second, time, first, time, time]
        )
    }

    @Test func `a timer that was scheduled too late is due at once`() throws {
        var timers = SimulatedTimers<Int>()
        try timers.schedule(1, after: -2)
        #expect(timers.list.map(\.remaining) == [0])
    }

    /// Timers that register, and the moves that they offer.
    private struct Registered: ExploredSystem {
        var timers = SimulatedTimers<Int>(areRegistered: true)
        static var initialStates: [Registered] { [] }
        func moves(_ move: inout SystemMoves<Registered>) {
            timers.offer(&move, at: \.timers, register: { _, _ in }, fire: { _, _ in })
        }

        mutating func make(_ name: String) throws {
            var moves = SystemMoves<Registered>()
            self.moves(&moves)
            try #require(moves.list.first { $0.name == name }).body(&self)
        }
    }

    @Test func `time does not wait for a timer that only has to register`() throws {
        var fired = Registered()
        try fired.timers.schedule(1, after: 1)
        try fired.make("time passes")
        try fired.make("fire timer")
        try fired.timers.schedule(2, after: 1)
        try fired.make("time passes")
        #expect(fired.timers.description == "[1: fired, 2: due in 0]")

        var cancelled = Registered()
        try cancelled.timers.schedule(1, after: 0)
        cancelled.timers.cancel(1)
        try cancelled.timers.schedule(2, after: 1)
        try cancelled.make("time passes")
        #expect(cancelled.timers.description == "[1: cancelled, 2: due in 0]")
        try cancelled.make("register timer")
        try cancelled.make("register timer")
        #expect(cancelled.timers.description == "[2: registered and due in 0]")
        try cancelled.make("wake timer")
        #expect(cancelled.timers.description == "[2: awake]")
    }

    @Test func `the text of a timer contains its remaining duration until it no longer matters`() throws {
        var timers = SimulatedTimers<Int>()
        for id in 1...2 { try timers.schedule(id, after: id) }
        timers.cancel(1)
        #expect(timers.description == "[2: due in 2]")
    }
}
