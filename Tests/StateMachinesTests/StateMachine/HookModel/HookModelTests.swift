import Observation
import StateMachineTestSupport
import StateMachines
import Testing

/// A machine whose hooks call a program.
private final class RealSubject: HookSubject {
    private let machine: StateMachine<Listing>
    private var tokens: [Int: StateMachine<Listing>.HookToken] = [:]

    init(list: [Int], chainLimit: Int) {
        machine = StateMachine(Listing(list: list))
        machine.chainLimit = chainLimit
    }

    func perform(_ command: HookCommand, in program: HookProgram) {
        switch command {
        case .send(let event): program.note("\(event): \(describe(machine.send(event)))")
        case .add(let kind):
            let id = program.nextHookID()
            tokens[id] = add(kind) { [unowned program] in program.heard("hook \(id): \($0)") }
        case .remove(let id): tokens[id]?.cancel()
        case .observe(let values): observe(values[...], program.nextHookID(), in: program)
        case .start: machine.start()
        case .stop: machine.stop()
        }
    }

    private func observe(_ values: ArraySlice<ObservedValue>, _ id: Int, in program: HookProgram) {
        guard let value = values.first else { return }
        nonisolated(unsafe) let (program, subject) = (program, self)
        withObservationTracking {
            switch value {
            case .state: _ = machine.state
            case .activities: _ = machine.activities
            }
        } onChange: {
            program.note("observer \(id), \(values.count)")
            subject.observe(values.dropFirst(), id, in: program)
        }
    }

    private func add(_ kind: HookKind, _ heard: @escaping (String) -> Void) -> StateMachine<Listing>.HookToken {
        switch kind {
        case .stateEntry(let number): addEntry(of: number, heard)
        case .stateExit(let number): machine.onExit(where: { $0.list.contains(number) }) { heard("ceases") }
        case .activityEntry: machine.onActivityEntry { heard("+\($0)") }
        case .activityExit: machine.onActivityExit { heard("-\($0)") }
        case .transition: machine.onTransition { heard("\($0.event) -\($0.exited) +\($0.entered)") }
        case .change: machine.onChange { heard("\($0.list) to \($1.list)") }
        case .rejection: machine.onRejection { _ in heard("rejected") }
        case .drop: machine.onDrop { heard("\($0) dropped, \(describe($1))") }
        }
    }

    /// Adds an entry hook in one of its forms, which differ in what the closure receives.
    private func addEntry(
        of number: Int,
        _ heard: @escaping (String) -> Void
    ) -> StateMachine<Listing>.HookToken {
        let contains = { (state: Listing) in state.list.contains(number) }
        switch tokens.count % 3 {
        case 0: return machine.onEntry(where: contains) { heard("begins") }
        case 1: return machine.onEntry(where: contains) { heard(contains($0) ? "begins" : "another state") }
        default:
            return machine.onEntry(with: { $0.list.first { $0 == number } }) {
                heard($0 == number ? "begins" : "another value")
            }
        }
    }
}

private func describe(_ outcome: StateMachine<Listing>.Outcome) -> String {
    switch outcome {
    case .handled(let count): "handled(\(count))"
    case .rejected: "rejected"
    case .enqueued: "enqueued"
    case .dropped(let reason): "dropped, \(describe(reason))"
    }
}

private func describe(_ reason: StateMachine<Listing>.DropReason) -> String {
    switch reason {
    case .stale: "stale"
    case .stopped: "stopped"
    case .released: "released"
    case .chainTooLong: "chain"
    }
}

@Suite(.timeLimit(.minutes(2)), .computing) struct HookModelTests {
    @Test func `hooks and observers are notified as a simple model says, whatever they do with the machine`() {
        for seed in 0..<UInt64(ProcessEnvironment.runs(50)) {
            let list = [[], [1], [1, 2], [2, 3, 2]][Int(seed % 4)]
            let limit = [3, 10, 1_000][Int(seed % 3)]
            let expected = HookProgram.run(seed: seed, on: HookModel(list: list, chainLimit: limit))
            let log = HookProgram.run(seed: seed, on: RealSubject(list: list, chainLimit: limit))
            guard log != expected else { continue }
            let same = zip(log, expected).prefix { $0 == $1 }.count
            Issue.record(
                """
                seed \(seed): \(log.dropFirst(same).prefix(4)) instead of \(expected.dropFirst(same).prefix(4)) \
                after \(log.prefix(same).suffix(12))
                """
            )
            return
        }
    }
}
