import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// How timers, tasks and continuations appear in the description of a run.
@Suite(.timeLimit(.minutes(1)), .computing) struct PartTextTests {
    private struct TimerID: Hashable { var number: Int }

    @Test func `the text of a timer contains its progress`() throws {
        var timers = SimulatedTimers<Int>()
        #expect(timers.description == "[:]")
        for id in [7, 3] { try timers.schedule(id) }
        #expect(timers.description == "[3: scheduled, 7: scheduled]")
        timers.cancel(7)
        #expect("\(timers)" == "[3: scheduled]")
    }

    @Test func `the text of a continuation is its identifier`() throws {
        var requests = SimulatedContinuations<Int>("request")
        #expect(requests.description == "[]")
        for id in [2, 1] { try requests.suspend(id) }
        #expect(requests.description == "[1, 2]")
    }

    @Test func `the text of a task contains its phase`() {
        var tasks = SimulatedTasks(["reader", "writer"])
        tasks["writer"] = .suspended
        tasks.cancel("writer")
        tasks.cancel("stranger")
        #expect(tasks.description == #"["reader": ready, "stranger": cancelled, "writer": suspended and cancelled]"#)
    }

    /// An alarm clock whose timer is set again after it was stopped.
    private struct Alarm: ExploredSystem {
        var timers = SimulatedTimers<TimerID>(areRegistered: true)
        static var initialStates: [Alarm] { [Alarm()] }

        func moves(_ move: inout SystemMoves<Alarm>) {
            let id = TimerID(number: 0)
            if timers.running.isEmpty, timers.all.count < 2 { move("set") { try $0.timers.schedule(id) } }
            if !timers.running.isEmpty { move("stop") { $0.timers.cancel(id) } }
            timers.offer(&move, at: \.timers, register: { _, _ in }, fire: { _, _ in })
        }
    }

    /// Returns the lines of the shortest run to certain timers.
    private func lines(to isReached: @escaping @Sendable ([SimulatedTimers<TimerID>.Timer]) -> Bool) throws -> [String]
    {
        let exploration = try SystemExploration(of: Alarm.self)
        let verdict = exploration.check(.never("reached") { isReached($0.timers.list) })
        return verdict.description.split(separator: "\n").dropFirst().map(String.init).filter { $0.contains("timers") }
    }

    @Test func `a move that changes a timer shows its progress`() throws {
        let late = try lines { $0.contains { $0.isAwake && $0.isCancelled } }
        #expect(
            late == [
                "  1. set   timers: [:] → [TimerID(0): scheduled]",
                "  2. register timer 0   timers[0]: scheduled → registered",
                "  3. wake timer 0   timers[0]: registered → awake",
                "  4. stop   timers[0]: awake → awake and cancelled",
                "  timers: [TimerID(0): awake and cancelled]",
            ]
        )
        #expect(
            try lines { $0.contains(where: \.hasFired) }.contains("  2. fire timer 0   timers[0]: scheduled → fired")
        )
    }

    @Test func `a timer that has ended disappears from the text`() throws {
        let text = try SystemExploration(of: Alarm.self).graph.edges.map { "\($0.step.before) \($0.step.after)" }
        #expect(text.contains("Alarm([TimerID(0): registered]) Alarm([:])"))
    }

    @Test func `two timers with one identifier are both shown`() throws {
        let shown = try lines { $0.count == 2 }
        #expect(shown.last == "  timers: [TimerID(0): cancelled, TimerID(0): scheduled]")
        let change = "timers: [TimerID(0): cancelled] → [TimerID(0): cancelled, TimerID(0): scheduled]"
        #expect(shown.contains("  3. set   \(change)"))
    }

    /// A caller that waits for an answer, in a task with the same name.
    private struct Caller: ExploredSystem {
        var tasks = SimulatedTasks(["caller"])
        var answers = SimulatedContinuations<Int>("answer")
        static var initialStates: [Caller] { [Caller()] }

        func moves(_ move: inout SystemMoves<Caller>) {
            if tasks["caller"] == .ready { move("call") { $0.tasks["caller"] = .suspending } }
            tasks.offer(&move, at: \.tasks) { system, _ in
                try system.answers.suspend(0)
            } cancel: { _, _ in
            }
        }
    }

    @Test func `a move that changes a task or a continuation shows the change`() throws {
        let isWaiting = Caller.Property.never("waiting") { !$0.answers.isEmpty && $0.tasks.isCancelled("caller") }
        let text = try SystemExploration(of: Caller.self).check(isWaiting).description
        #expect(text.contains("call   tasks[\"caller\"]: ready → suspending\n"), "\(text)")
        #expect(text.contains("       answers: [] → [0]\n"), "\(text)")
        #expect(text.contains("\n  tasks: [\"caller\": suspended and cancelled]"), "\(text)")
    }
}
