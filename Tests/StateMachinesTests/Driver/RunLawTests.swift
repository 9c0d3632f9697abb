import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Synchronization
import Testing

/// The laws of the driver, watched while random events come from outside and from activities.
///
/// Each seed is a run of its own; what the machine has to obey holds whatever the order in which
/// the tasks happen to run.
@Suite(.timeLimit(.minutes(5)), .computing) struct RunLawTests {
    @Test(arguments: Seeds.all)
    func `laws of a run under random events`(seed: UInt64) async throws {
        print("random run, seed \(seed)")
        let watch = Watch()
        try await RandomRun(seed: seed, watch: watch, events: 800).play()
        #expect(watch.violations == [], "seed \(seed)")
        #expect(watch.liveCount == 0, "seed \(seed)")
        #expect(watch.unansweredCount == 0, "seed \(seed)")
        #expect(watch.beganCount > 100, "seed \(seed)")
    }

    @Test(arguments: Seeds.all)
    func `laws of runs that begin, wait and end at random moments`(seed: UInt64) async {
        print("random runs that replace each other, seed \(seed)")
        let watch = Watch()
        await RandomRun(seed: seed, watch: watch, events: 300).playInManyRuns()
        #expect(watch.violations == [], "seed \(seed)")
        #expect(watch.liveCount == 0, "seed \(seed)")
        #expect(watch.unansweredCount == 0, "seed \(seed)")
        #expect(watch.beganCount > 50, "seed \(seed)")
    }

    @Test func `nothing is left over after ten thousand entries and exits`() async throws {
        let machine = StateMachine(Listing(list: [0]))
        let watch = Watch()
        machine.onActivityExit { watch.exited($0, at: 0) }
        let last = await machine.run(until: { $0.list == [10_000] }) { activity, send in
            await watch.follow(activity) { _ in
                await send(.list([activity + 1]))
            }
        }
        #expect(last.list == [10_000])
        #expect(watch.beganCount == 10_000)
        #expect(watch.liveCount == 0)
        #expect(watch.violations == [])
    }

    enum Seeds {
        /// A few by default; more with `RANDOM_RUNS_FACTOR`.
        static var all: [UInt64] {
            let count = ProcessEnvironment.runs(12)
            return (0..<UInt64(count)).map { 1_000 + $0 }
        }
    }
}

/// Sends random lists of activities to a machine while its activities send, sleep, and clean up
/// slowly.
private struct RandomRun {
    let seed: UInt64
    let watch: Watch
    let events: Int

    func play() async throws {
        let machine = watch(StateMachine(Listing()))
        let clock = ManualClock()
        let sender = machine.sender()
        async let outside: Void = sendUntilTheEnd(with: sender, clock: clock)
        await machine.run(until: { $0.list == [Self.last] }) { await perform($0, $1, clock) }
        await outside
    }

    /// Runs a machine on the main actor, where several runs may be called before one of them is
    /// cancelled.
    @MainActor
    func playInManyRuns() async {
        let machine = watch(StateMachine(Listing()))
        let clock = ManualClock()
        let sender = machine.sender()
        async let outside: Void = sendFromOutside(with: sender, clock: clock)
        var random = SeededGenerator(seed: seed &+ 1)
        var runs: [Task<Listing, Never>] = []
        for _ in 0..<events {
            if random.chance(1, in: 2) {
                runs.append(Task.immediate { await machine.run { await perform($0, $1, clock) } })
            } else if let index = runs.indices.randomElement(using: &random) {
                runs[index].cancel()
            }
            clock.advance(by: .seconds(1))
            for _ in 0..<Int.random(in: 0...8, using: &random) { await Task.yield() }
        }
        await outside
        machine.stop()
        for run in runs { _ = await run.value }
    }

    /// Notes the events that the machine handles and drops.
    private func watch(_ machine: StateMachine<Listing>) -> StateMachine<Listing> {
        var transitions = 0
        machine.onActivityExit { [watch] in watch.exited($0, at: transitions) }
        machine.onTransition { [watch] in
            watch.delivered($0.event, at: transitions)
            transitions += 1
        }
        machine.onDrop { _, reason in if reason != .stale { watch.report("dropped: \(reason)") } }
        return machine
    }

    @Sendable
    private func perform(
        _ activity: Int,
        _ send: StateMachine<Listing>.Sender,
        _ clock: ManualClock
    ) async {
        await watch.follow(activity) { ticket in
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(ticket))
            await Self.work(ticket, send, clock, watch, &random)
            // A clean-up that nothing can hurry: some turns of the scheduler.
            if random.chance(1, in: 3) { for _ in 0..<3 { await Task { await Task.yield() }.value } }
            if random.chance(1, in: 2) {
                await watch.expectAnswer { await send(.list([Self.tag(ticket), 77])) }
            }
        }
    }

    static let last = -1

    /// A list entry that tells which instance has sent the list; it is an activity as any other.
    static func tag(_ ticket: Int) -> Int { 1_000_000 + ticket }

    private static func work(
        _ ticket: Int,
        _ send: StateMachine<Listing>.Sender,
        _ clock: ManualClock,
        _ watch: Watch,
        _ random: inout SeededGenerator
    ) async {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: try? await clock.sleep(for: .seconds(Int.random(in: 0...5, using: &random)))
            case 1: await Task.yield()
            case 2: await watch.expectAnswer { await send(.nonsense) }
            case 3: send.post(.list([tag(ticket), Int.random(in: 1...6, using: &random)]))
            default:
                let list = [tag(ticket)] + (0..<2).map { _ in Int.random(in: 1...6, using: &random) }
                await watch.expectAnswer { await send(.list(list)) }
            }
        }
    }

    private func sendFromOutside(with sender: StateMachine<Listing>.Sender, clock: ManualClock) async {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<events {
            let list = (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 1...6, using: &random) }
            if random.chance(1, in: 2) {
                await watch.expectAnswer { await sender.send(.list(list)) }
            } else {
                sender.post(.list(list))
            }
            if random.chance(1, in: 3) { clock.advance(by: .seconds(1)) }
            if random.chance(1, in: 4) { await Task.yield() }
        }
    }

    private func sendUntilTheEnd(with sender: StateMachine<Listing>.Sender, clock: ManualClock) async {
        await sendFromOutside(with: sender, clock: clock)
        // Until the run has ended, and perhaps the machine is gone too.
        while await watch.expectAnswer({ await sender.send(.list([Self.last])) }).isHandled, !Task.isCancelled {
            clock.advance(by: .seconds(10))
            await Task.yield()
        }
    }
}

/// Sees what goes on, and notes what must not happen.
private final class Watch: Sendable {
    private struct Instance {
        let activity: Int
        let cancellation: Cancellation
        var exitedAt: Int?
    }

    private final class Cancellation: Sendable {
        private let flag = Atomic(false)
        var isCancelled: Bool { flag.load(ordering: .sequentiallyConsistent) }
        func cancel() { flag.store(true, ordering: .sequentiallyConsistent) }
    }

    private struct Notes {
        var instances: [Instance] = []
        /// The indices of the instances that are at work.
        var live: Set<Int> = []
        /// The indices of the instances that have not been exited.
        var latest: [Int: Int] = [:]
        var violations: [String] = []
        var unanswered = 0
    }

    private let notes = Locked(Notes())

    var violations: [String] { notes.withLock(\.violations) }
    var liveCount: Int { notes.withLock(\.live.count) }
    var beganCount: Int { notes.withLock(\.instances.count) }
    var unansweredCount: Int { notes.withLock(\.unanswered) }

    func report(_ violation: String) {
        notes.withLock { $0.violations.append(violation) }
    }

    /// Follows the work of one instance from its beginning to its end.
    func follow(_ activity: Int, _ work: (_ ticket: Int) async -> Void) async {
        let cancellation = Cancellation()
        await withTaskCancellationHandler {
            let ticket = begin(activity, cancellation)
            await work(ticket)
            _ = notes.withLock { $0.live.remove(ticket) }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// An instance's work begins: nothing equal may be at work, and whatever was exited must have
    /// been cancelled.
    private func begin(_ activity: Int, _ cancellation: Cancellation) -> Int {
        notes.withLock { notes in
            // Exited before its work could begin.
            let isExited = cancellation.isCancelled
            for other in notes.live.map({ notes.instances[$0] }) {
                if other.activity == activity { notes.violations.append("\(activity) overlaps itself") }
                if other.exitedAt != nil && !other.cancellation.isCancelled {
                    notes.violations.append("\(activity) started before \(other.activity) was cancelled")
                }
            }
            notes.instances.append(
                Instance(activity: activity, cancellation: cancellation, exitedAt: isExited ? -1 : nil)
            )
            let ticket = notes.instances.count - 1
            notes.live.insert(ticket)
            if !isExited { notes.latest[activity] = ticket }
            return ticket
        }
    }

    /// The machine exits an activity: its task is cancelled by now.
    func exited(_ activity: Int, at transition: Int) {
        notes.withLock { notes in
            // The latest instance is the one that goes on; its work may not have begun, or have
            // ended.
            guard let index = notes.latest.removeValue(forKey: activity) else { return }
            notes.instances[index].exitedAt = transition
            if notes.live.contains(index) && !notes.instances[index].cancellation.isCancelled {
                notes.violations.append("\(activity) was exited and not cancelled")
            }
        }
    }

    /// The state has handled an event: its sender must not have been exited before.
    func delivered(_ event: Listing.Event, at transition: Int) {
        guard case .list(let list) = event, let tag = list.first, tag >= RandomRun.tag(0) else { return }
        notes.withLock { notes in
            let instance = notes.instances[tag - RandomRun.tag(0)]
            if let exitedAt = instance.exitedAt, exitedAt < transition {
                notes.violations.append("a stale event of \(instance.activity) was delivered")
            }
        }
    }

    @discardableResult
    func expectAnswer<Answer>(_ ask: () async -> Answer) async -> Answer {
        notes.withLock { $0.unanswered += 1 }
        let answer = await ask()
        notes.withLock { $0.unanswered -= 1 }
        return answer
    }
}
