import Observation
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Something that is read and changed: a machine, or an `@Observable` class in its place.
private protocol ObservedSubject: AnyObject {
    func read(_ index: Int)
    func change(_ index: Int)
}

private final class Machines: ObservedSubject {
    let machines = [StateMachine(Listing()), StateMachine(Listing(list: [1]))]

    init() { machines.forEach { $0.start() } }

    func read(_ index: Int) {
        if index < 2 { _ = machines[index].state } else { _ = machines[index - 2].activities }
    }

    func change(_ index: Int) { machines[index].send(index.isMultiple(of: 2) ? .ping : .list([index])) }
}

/// Each property has two names, as the state and the activities of a machine change together.
@Observable private final class Properties: ObservedSubject {
    var first = 0
    var second = 0
    @ObservationIgnored private var changeCount = 0

    func read(_ index: Int) { _ = index.isMultiple(of: 2) ? first : second }

    // `+=` would be a read too.
    func change(_ index: Int) {
        changeCount += 1
        if index.isMultiple(of: 2) { first = changeCount } else { second = changeCount }
    }
}

/// A random program of reads, changes and observations, which may be nested or begin when another
/// one is notified.
private final class ObservationProgram {
    private(set) var log: [String] = []
    private var random: SeededGenerator
    private var observationCount = 0
    private unowned let subject: any ObservedSubject

    init(seed: UInt64, on subject: any ObservedSubject) {
        random = SeededGenerator(seed: seed)
        self.subject = subject
    }

    static func run(seed: UInt64, on subject: any ObservedSubject) -> [String] {
        let program = ObservationProgram(seed: seed, on: subject)
        for step in 0..<40 {
            program.log.append("step \(step)")
            program.act(depth: 0)
            program.sortLastStep()
        }
        return program.log
    }

    private func act(depth: Int) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: subject.read(Int.random(in: 0..<4, using: &random))
        case 3..<6: subject.change(Int.random(in: 0..<2, using: &random))
        default: if depth < 3 { observe(depth: depth) }
        }
    }

    private func observe(depth: Int) {
        observationCount += 1
        let id = observationCount
        let again: Int? = random.chance(1, in: 4) ? Int.random(in: 0..<4, using: &random) : nil
        let count = Int.random(in: 1...5, using: &random)
        nonisolated(unsafe) let program = self
        withObservationTracking {
            for _ in 0..<count { act(depth: depth + 1) }
        } onChange: {
            program.log.append("\(id)")
            guard let again else { return }
            withObservationTracking {
                program.subject.read(again)
            } onChange: {
                program.log.append("\(id) again")
            }
        }
    }

    /// Observers of one change are notified in no particular order.
    private func sortLastStep() {
        let start = log.lastIndex { $0.hasPrefix("step") } ?? 0
        log[start...].sort()
    }
}

@Suite(.timeLimit(.minutes(2)), .computing) struct ObservationLawTests {
    @Test func `a machine notifies as often as an observable class, whatever is read, sent and tracked in which order`()
    {
        for seed in 0..<UInt64(ProcessEnvironment.runs(400)) {
            let expected = ObservationProgram.run(seed: seed, on: Properties())
            let log = ObservationProgram.run(seed: seed, on: Machines())
            guard log != expected else { continue }
            let same = zip(log, expected).prefix { $0 == $1 }.count
            Issue.record(
                "seed \(seed): \(log.dropFirst(same).prefix(4)) instead of \(expected.dropFirst(same).prefix(4))"
            )
            return
        }
    }

    @Test func `an event within the tracked closure does not end the observation`() {
        let machine = StateMachine(Door.closed)
        let count = Counter()
        withObservationTracking {
            _ = machine.state
            machine.send(.lock)
            machine.send(.unlock)
        } onChange: {
            count.increment()
        }
        #expect(count.value == 0)
        for _ in 0..<5 {
            machine.send(.open)
            machine.send(.close)
        }
        #expect(count.value == 1)
    }

    @Test func `a hook that observes within a tracked closure and the closure itself are both notified next`() {
        let machine = StateMachine(Door.closed)
        let counts = [Counter(), Counter(), Counter()]
        let token = machine.onTransition { [unowned machine] _ in
            withObservationTracking {
                _ = machine.state
            } onChange: {
                counts[0].increment()
            }
        }
        withObservationTracking {
            _ = machine.state
            machine.send(.lock)
            machine.send(.unlock)
        } onChange: {
            counts[1].increment()
        }
        token.cancel()
        withObservationTracking {
            _ = machine.state
        } onChange: {
            counts[2].increment()
        }
        machine.send(.open)
        #expect(counts.map(\.value) == [2, 1, 1])
        machine.send(.close)
        #expect(counts.map(\.value) == [2, 1, 1])
    }

    @Test func `a tracked closure that sends many events, which hooks read, is notified of the next one`() {
        let machine = StateMachine(Listing())
        machine.onTransition { [unowned machine] _ in _ = machine.state }
        let count = Counter()
        withObservationTracking {
            _ = machine.state
            for _ in 0..<10_000 { machine.send(.ping) }
        } onChange: {
            count.increment()
        }
        #expect(count.value == 0)
        machine.send(.ping)
        machine.send(.ping)
        #expect(count.value == 1)
    }

    @Test @MainActor func `a sequence of observations continues if its getter sends an event`() async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let machine = StateMachine(Listing())
        var hasSent = false
        let counts = Observations {
            let count = machine.state.list.count
            if !hasSent {
                hasSent = true
                machine.send(.list([1]))
            }
            return count
        }
        let reader = Task { @MainActor in
            for await count in counts where count == 2 { return true }
            return false
        }
        defer { reader.cancel() }
        let isDone = Task { await reader.value }
        for _ in 0..<20 { await Task.yield() }
        machine.send(.list([1, 2]))
        #expect(await isDone.value)
    }
}
