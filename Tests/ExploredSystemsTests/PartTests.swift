import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Parts of a world: what they allow, and what is a fault.
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct PartTests {
    /// Calls of a part, the last of which is a fault or allowed.
    private struct Calls: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The reason for the fault; `nil` if all calls are allowed.
        let reason: String?
        let make: @Sendable () throws -> Void
    }

    private static func continuations(
        _ name: String,
        _ reason: String? = nil,
        _ make: @escaping @Sendable (inout SimulatedContinuations<Int>) throws -> Void
    ) -> Calls {
        Calls(testDescription: "continuations: \(name)", reason: reason) {
            var requests = SimulatedContinuations<Int>("request")
            try make(&requests)
        }
    }

    private static func tasks(
        _ name: String,
        _ reason: String? = nil,
        _ make: @escaping @Sendable (inout SimulatedTasks<Int>) throws -> Void
    ) -> Calls {
        Calls(testDescription: "tasks: \(name)", reason: reason) {
            var tasks = SimulatedTasks([1, 2])
            try make(&tasks)
        }
    }

    private static func timers(
        _ name: String,
        _ reason: String? = nil,
        _ make: @escaping @Sendable (inout SimulatedTimers<Int>) throws -> Void
    ) -> Calls {
        Calls(testDescription: "timers: \(name)", reason: reason) {
            var timers = SimulatedTimers<Int>()
            try make(&timers)
        }
    }

    private static let notSuspended = "a task is resumed although it is not suspended"
    private static let calls = [
        continuations("each once") {
            for id in 1...2 { try $0.suspend(id) }
            try $0.expect(1, "an answer")
            for id in 1...2 { try $0.resume(id) }
            try $0.suspend(1)
        },
        continuations("twice", "a request is suspended twice: 1") { for _ in 0..<2 { try $0.suspend(1) } },
        continuations("resumed twice", "a request is resumed although it is not suspended") {
            try $0.suspend(1)
            for _ in 0..<2 { try $0.resume(1) }
        },
        continuations("never suspended", "a request is resumed although it is not suspended") {
            try $0.suspend(1)
            try $0.resume(2)
        },
        continuations("a report for nobody", "an answer for a request that is not suspended") {
            try $0.suspend(1)
            try $0.expect(2, "an answer")
        },
        tasks("suspended and resumed") {
            $0[1] = .suspended
            try $0.resume(1)
            $0[1] = .suspended
            try $0.resume(1, to: .returning)
        },
        tasks("resumed while it runs", notSuspended) { try $0.resume(1) },
        tasks("resumed before it waits", notSuspended) {
            $0[1] = .suspending
            try $0.resume(1)
        },
        tasks("resumed twice", notSuspended) {
            $0[1] = .suspended
            for _ in 0..<2 { try $0.resume(1) }
        },
        tasks("resumed for another task", notSuspended) {
            $0[1] = .suspended
            try $0.resume(2)
        },
        tasks("resumed at its end", notSuspended) {
            $0[1] = .ended
            try $0.resume(1)
        },
        timers("two of them, and one again after it was cancelled") {
            for id in 1...2 { try $0.schedule(id) }
            $0.cancel(1)
            try $0.schedule(1)
        },
        timers("twice", "a timer is scheduled twice") { for _ in 0..<2 { try $0.schedule(1) } },
        timers("again while only another one was cancelled", "a timer is scheduled twice") {
            for id in 1...2 { try $0.schedule(id) }
            $0.cancel(1)
            try $0.schedule(2)
        },
        timers("twice again", "a timer is scheduled twice") {
            try $0.schedule(1)
            $0.cancel(1)
            for _ in 0..<2 { try $0.schedule(1) }
        },
    ]

    @Test(arguments: calls) private func `each misuse of a part is a fault at the place of the call`(calls: Calls)
        throws
    {
        guard let reason = calls.reason else { return try calls.make() }
        let fault = #expect(throws: SystemFault.self) { try calls.make() }
        #expect(fault?.reason == reason)
        #expect(fault?.place?.file == "ExploredSystemsTests/PartTests.swift" && fault?.place?.line != nil)
    }

    /// Schedules a timer again, in each state in which it may be.
    private struct Impatient: ExploredSystem {
        var timers = SimulatedTimers<Int>()
        var count = 0
        static var initialStates: [Impatient] { [Impatient()] }

        func moves(_ move: inout SystemMoves<Impatient>) {
            if count < 2 {
                move("schedule") {
                    $0.count += 1
                    try $0.timers.schedule(0)
                }
            }
            timers.offer(&move, at: \.timers) { _, _ in }
        }
    }

    @Test func `a timer may be scheduled again after it has fired, and not while it runs`() throws {
        let exploration = try SystemExploration(of: Impatient.self)
        #expect(exploration.faults.map(\.moves) == [["schedule", "schedule"]])
        #expect(exploration.graph.states.contains { $0.count == 2 && $0.timers.running == [0] })
    }

    /// A door bell: a visitor rings and waits, and is let in or told to go.
    private struct Door: ExploredSystem {
        var tasks = SimulatedTasks(["visitor"])
        var isRinging = false
        var told = 0

        static var initialStates: [Door] { [Door()] }
        static var properties: [Property] {
            [
                .never("a cancelled visitor waits") { $0.tasks.suspended.contains(where: $0.tasks.isCancelled) },
                .never("the bell rings for nobody") { $0.isRinging && !$0.tasks.suspended.contains("visitor") },
            ]
        }

        func moves(_ move: inout SystemMoves<Door>) {
            if tasks["visitor"] == .ready { move("ring") { $0.tasks["visitor"] = .suspending } }
            tasks.offer(&move, at: \.tasks) { system, _ in
                system.isRinging = true
            } cancel: { system, _ in
                system.told += 1
            }
            if isRinging {
                move("open") {
                    $0.isRinging = false
                    try $0.tasks.resume("visitor", to: .returning)
                }
                move("send away") {
                    try $0.tasks.resume("visitor", to: .failing)
                    $0.tasks["visitor"] = .ended
                }
            }
        }
    }

    @Test func `tasks wait in two steps, and are cancelled at any time, once`() throws {
        let exploration = try SystemExploration(of: Door.self)
        #expect(exploration.isComplete)
        // A visitor who is sent away leaves the bell ringing.
        let fault = try #require(exploration.faults.first)
        #expect(fault.fault?.reason == "a task is resumed although it is not suspended")
        #expect(fault.moves == ["ring", "suspend visitor", "send away", "open"])
        #expect(exploration.faults.count == 2)
        let phases = Set(exploration.graph.states.compactMap { $0.tasks["visitor"] })
        #expect(phases == [.ready, .suspending, .suspended, .returning, .ended])
        // The handler runs in a call, and not before.
        #expect(exploration.graph.states.allSatisfy { $0.told <= ($0.tasks.isCancelled("visitor") ? 1 : 0) })
        #expect(exploration.graph.states.contains { $0.tasks.isCancelled("visitor") && $0.told == 0 })
        let verdicts = exploration.verdicts
        #expect(verdicts.map(\.run?.assumptions) == [[.cancellation], []])
        #expect(verdicts[0].run?.moves.contains("cancel visitor") == true)
        #expect(verdicts[1].run?.moves == ["ring", "suspend visitor", "send away"])
        #expect(exploration.description.contains("\"the bell rings for nobody\" does not hold"))
    }

    @Test func `a task can be removed and started again`() throws {
        var tasks = SimulatedTasks<Int>()
        #expect(tasks.ids.isEmpty && tasks.areStuck && tasks[1] == nil)
        tasks[1] = .ready
        tasks.cancel(1)
        #expect(tasks.isCancelled(1) && !tasks.areStuck)
        tasks[1] = .suspended
        #expect(tasks.suspended == [1] && tasks.areStuck)
        try tasks.resume(1)
        #expect(tasks[1] == .ready && tasks.isCancelled(1))
        tasks[1] = nil
        tasks[1] = .ended
        #expect(!tasks.isCancelled(1) && tasks.ids == [1])
    }

    /// An alarm clock, which is stopped by hand.
    private struct Alarm: ExploredSystem {
        let isRegistered: Bool
        var timers: SimulatedTimers<Int>
        var log: [String] = []

        init(isRegistered: Bool) {
            self.isRegistered = isRegistered
            timers = SimulatedTimers(areRegistered: isRegistered)
        }

        static var initialStates: [Alarm] { [Alarm(isRegistered: false), Alarm(isRegistered: true)] }

        func moves(_ move: inout SystemMoves<Alarm>) {
            if log.isEmpty {
                move("set") {
                    $0.log.append("set")
                    try $0.timers.schedule(0)
                }
            } else if !log.contains("stopped") {
                move("stop") {
                    $0.log.append("stopped")
                    $0.timers.cancel(0)
                }
            }
            let register: ((inout Alarm, Int) -> Void)? =
                isRegistered ? { system, _ in system.log.append("sleeps") } : nil
            timers.offer(&move, at: \.timers, register: register) { system, _ in system.log.append("fires") }
        }
    }

    @Test func `a timer fires once, after it was cancelled only if it was awake, and before it sleeps in a race`()
        throws
    {
        let exploration = try SystemExploration(of: Alarm.self)
        #expect(exploration.isComplete && exploration.faults.isEmpty)
        func run(_ log: String..., isRegistered: Bool = false) -> [SystemAssumption]? {
            exploration.check(.never("log") { $0.log == log && $0.isRegistered == isRegistered }).run?.assumptions
        }
        #expect(run("set", "fires", "stopped") == [])
        #expect(run("set", "stopped", "fires") == [.lateTimers])
        #expect(run("set", "sleeps", "stopped", "fires", isRegistered: true) == [.lateTimers])
        #expect(run("set", "fires", "sleeps", isRegistered: true) == [.races])
        #expect(run("set", "stopped", "sleeps", isRegistered: true) == [])
        #expect(run("set", "stopped", "sleeps", "fires", isRegistered: true) == nil)
        #expect(exploration.graph.states.allSatisfy { $0.log.count { $0 == "fires" } <= 1 })
        // Nothing is left of a timer that has come to its end.
        #expect(
            exploration.graph.states.allSatisfy {
                !$0.log.contains("fires") || $0.isRegistered || $0.timers.all.isEmpty
            }
        )
    }

    /// An alarm clock with one timer, which is set again and again.
    private struct Snooze: ExploredSystem {
        var timers: SimulatedTimers<Int>
        let isRegistered: Bool
        /// Whether it is stopped by hand and set by hand again; otherwise it sets itself.
        let isManual: Bool
        var (sets, stops, fires) = (0, 0, 0)

        init(isRegistered: Bool, lateLimit: Int, isManual: Bool = true) {
            timers = SimulatedTimers(areRegistered: isRegistered, lateLimit: lateLimit)
            (self.isRegistered, self.isManual) = (isRegistered, isManual)
        }

        static var initialStates: [Snooze] {
            [
                Snooze(isRegistered: true, lateLimit: 1), Snooze(isRegistered: false, lateLimit: 2),
                Snooze(isRegistered: true, lateLimit: 1, isManual: false),
            ]
        }

        func moves(_ move: inout SystemMoves<Snooze>) {
            if timers.running.isEmpty, sets < (isManual ? 3 : 1) { move("set") { try $0.set() } }
            if isManual, !timers.running.isEmpty {
                move("stop") {
                    $0.stops += 1
                    $0.timers.cancel(7)
                }
            }
            let register: ((inout Snooze, Int) -> Void)? = isRegistered ? { _, _ in } : nil
            timers.offer(&move, at: \.timers, register: register) { system, _ in
                system.fires += 1
                if !system.isManual, system.sets < 3 { try system.set() }
            }
        }

        private mutating func set() throws(SystemFault) {
            sets += 1
            try timers.schedule(7)
        }
    }

    @Test func `a timer may have the identifier of one that has fired, or was cancelled`() throws {
        let exploration = try SystemExploration(of: Snooze.self)
        #expect(exploration.isComplete && exploration.faults.isEmpty)
        let states = exploration.graph.states
        #expect(states.contains { $0.timers.all.count == 3 } && states.contains { $0.fires == 3 })
        #expect(states.allSatisfy { $0.fires <= $0.sets && $0.timers.running.count <= 1 })
        #expect(states.flatMap(\.sampleEvents).contains { $0.name == "register timer 7 (2)" })
        // As often as it was set and not cancelled before it was awake.
        #expect(states.contains { $0.fires == 3 && $0.stops == 2 && $0.timers.all.isEmpty })
    }

    @Test func `the tasks of identifiers are named by their ranks`() throws {
        struct Workers: ExploredSystem {
            var tasks = SimulatedTasks<Int>()
            var next = 5
            static var initialStates: [Workers] { [Workers()] }
            static var identifiers: [SystemIdentifiers] {
                [SystemIdentifiers(properties: ["id", "cancelled", "next"], keys: ["phases"])]
            }
            func moves(_ move: inout SystemMoves<Workers>) {
                if tasks.ids.count < 2 {
                    move("start") {
                        $0.tasks[$0.next] = .suspending
                        $0.next += 1
                    }
                }
                tasks.offer(&move, at: \.tasks) {
                    $0.tasks[$1] = nil
                } cancel: { _, _ in
                }
            }
        }
        let exploration = try SystemExploration(of: Workers.self)
        #expect(exploration.isComplete)
        let names = Set(exploration.graph.states.flatMap { $0.sampleEvents.map(\.name) })
        #expect(names == ["start", "suspend 0", "suspend 1", "cancel 0", "cancel 1"])
    }
}
