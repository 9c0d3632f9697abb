import DurableMachines
import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// The life of a job, between two workers that die, lose answers and are late.
@Suite(.timeLimit(.minutes(2)), .computing) struct JobStateTests {
    /// The row of a job, its lease and two workers.
    ///
    /// A message of a worker that has lost the answer is sent again, so the system contains the
    /// identifiers of the events that the machine has handled.
    private struct WorkersOfAJob: ExploredSystem {
        enum Worker: Hashable {
            case free
            case working(attempt: Int)
            /// The worker has sent its result, and does not know whether it arrived.
            case repeating(attempt: Int)
        }

        var job = JobState.waiting(attempts: 0)
        var isLeaseOver = false
        var isExited = false
        var workers = [Worker.free, .free]
        var handled: Set<Int> = []

        static var initialStates: [WorkersOfAJob] { [WorkersOfAJob()] }

        func moves(_ move: inout SystemMoves<WorkersOfAJob>) {
            for worker in workers.indices {
                switch workers[worker] {
                case .free: takeMoves(&move, worker)
                case .working(let attempt): workMoves(&move, worker, attempt)
                case .repeating(let attempt):
                    move("worker \(worker) repeats its result") {
                        try $0.finish(attempt)
                        $0.workers[worker] = .free
                    }
                    move("worker \(worker) loses the answer again") { try $0.finish(attempt) }
                    move("worker \(worker) dies") { $0.workers[worker] = .free }
                }
            }
            if !isLeaseOver { move("the lease ends") { $0.isLeaseOver = true } }
            if job.canHandle(.exit) {
                move("the machine exits the activity") {
                    try $0.job.handleEvent(.exit)
                    $0.isExited = true
                }
            }
        }

        private func takeMoves(_ move: inout SystemMoves<WorkersOfAJob>, _ worker: Int) {
            let isFree = if case .waiting = job { true } else { isLeaseOver }
            guard isFree, job.attempts < 3, job.canHandle(.take) else { return }
            move("worker \(worker) takes the job") { system in
                try system.job.handleEvent(.take)
                system.isLeaseOver = false
                if case .held(let attempt) = system.job { system.workers[worker] = .working(attempt: attempt) }
            }
            move("worker \(worker) dies after it has taken the job") {
                try $0.job.handleEvent(.take)
                $0.isLeaseOver = false
            }
        }

        private func workMoves(_ move: inout SystemMoves<WorkersOfAJob>, _ worker: Int, _ attempt: Int) {
            move("worker \(worker) finishes") {
                try $0.finish(attempt)
                $0.workers[worker] = .free
            }
            move("worker \(worker) finishes and loses the answer") {
                try $0.finish(attempt)
                $0.workers[worker] = .repeating(attempt: attempt)
            }
            move("worker \(worker) sends its result, which is lost") {
                $0.workers[worker] = .repeating(attempt: attempt)
            }
            move("worker \(worker) renews its lease") { system in
                if (try? system.job.handleEvent(.renew(attempt: attempt))) != nil { system.isLeaseOver = false }
            }
            for event in [JobState.Event.fail(attempt: attempt), .release(attempt: attempt)] {
                move("worker \(worker): \(event)") {
                    try? $0.job.handleEvent(event)
                    $0.workers[worker] = .free
                }
            }
            move("worker \(worker) dies") { $0.workers[worker] = .free }
        }

        /// The transaction that handles a result, as the fleet performs it.
        private mutating func finish(_ attempt: Int) throws(SystemFault) {
            // An event with a known identifier gets the first outcome.
            if handled.contains(attempt) { return }
            let before = job
            guard (try? job.handleEvent(.finish(attempt: attempt))) != nil else { return }
            // The fleet drops the event of an exited job.
            if case .exited = before { return }
            if isExited { throw SystemFault("a result was accepted after the exit of the activity") }
            if let other = handled.first {
                throw SystemFault("the results of attempts \(other) and \(attempt) were accepted")
            }
            if before.attempts != attempt { throw SystemFault("a worker was accepted that was taken over") }
            handled.insert(attempt)
        }
    }

    @Test(arguments: [JobState.held(attempt: 2), .alone(attempt: 2), .exited(attempt: 2)])
    func `a worker that was taken over is told so`(state: JobState) {
        for event in [JobState.Event.renew(attempt: 1), .finish(attempt: 1), .release(attempt: 3)] {
            #expect(state.rejection(of: event) == .takenOver)
        }
        #expect(state.rejection(of: .retry) == .invalid)
    }

    @Test func `a result is accepted once, from the last worker, and only before the exit`() throws {
        let exploration = try SystemExploration(of: WorkersOfAJob.self)
        #expect(exploration.isComplete && exploration.statistics.states > 300)
        #expect(exploration.faults.isEmpty, "\(exploration)")
    }

    @Test func `whatever has failed, the result can be stored or the row be deleted`() throws {
        let exploration = try SystemExploration(of: WorkersOfAJob.self)
        let ends = exploration.check(
            .alwaysPossible("the job ends") { state in
                let system = state.system
                if system.job.attempts == 3 { return true }
                if case .done = system.job { return true }
                return system.job == .deleted
            }
        )
        #expect(ends.holds, "\(ends)")
    }

    /// What each event does in each state; an event without an entry is rejected.
    private static let table: [(state: JobState, results: [JobState.Event: JobState])] = [
        (.waiting(attempts: 0), [.take: .held(attempt: 1), .exit: .deleted]),
        (.waiting(attempts: 3), [.take: .held(attempt: 4), .exit: .deleted]),
        (
            .held(attempt: 3),
            [
                .take: .held(attempt: 4),
                .isolate(attempt: 3): .alone(attempt: 3),
                .renew(attempt: 3): .held(attempt: 3),
                .finish(attempt: 3): .done(attempts: 3),
                .fail(attempt: 3): .waiting(attempts: 3),
                .release(attempt: 3): .waiting(attempts: 3),
                .giveUp(attempt: 3): .parked(attempts: 3),
                .exit: .exited(attempt: 3),
            ]
        ),
        (
            .alone(attempt: 3),
            [
                .take: .held(attempt: 4),
                .bury: .parked(attempts: 3),
                .isolate(attempt: 3): .alone(attempt: 3),
                .renew(attempt: 3): .alone(attempt: 3),
                .finish(attempt: 3): .done(attempts: 3),
                .fail(attempt: 3): .waiting(attempts: 3),
                .release(attempt: 3): .waiting(attempts: 3),
                .giveUp(attempt: 3): .parked(attempts: 3),
                .exit: .exited(attempt: 3),
            ]
        ),
        (
            .exited(attempt: 3),
            [
                .take: .deleted,
                .renew(attempt: 3): .exited(attempt: 3),
                .finish(attempt: 3): .deleted,
                .fail(attempt: 3): .deleted,
                .release(attempt: 3): .deleted,
                .giveUp(attempt: 3): .deleted,
            ]
        ),
        (.done(attempts: 3), [.exit: .deleted]),
        (.parked(attempts: 3), [.retry: .waiting(attempts: 3), .exit: .deleted]),
        (.deleted, [:]),
    ]

    @Test(arguments: table.map(\.state))
    func `each event leads where the table says, or is rejected`(state: JobState) throws {
        let results = try #require(Self.table.first { $0.state == state }).results
        // The worker that has the job, and others before and after it.
        let events: [JobState.Event] =
            [.take, .bury, .exit, .retry]
            + [2, 3, 4].flatMap { attempt -> [JobState.Event] in
                [
                    .isolate(attempt: attempt), .renew(attempt: attempt), .finish(attempt: attempt),
                    .fail(attempt: attempt), .giveUp(attempt: attempt), .release(attempt: attempt),
                ]
            }
        for event in events {
            var job = state
            let isHandled = (try? job.handleEvent(event)) != nil
            #expect(isHandled == (results[event] != nil), "\(state), \(event)")
            #expect(job == results[event] ?? state, "\(state), \(event)")
        }
        #expect(Set(results.keys).isSubset(of: events))
        #expect(state.isFinal == (state == .deleted))
    }
}
