import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Synchronization
import Testing

/// A payload that counts how often it has to be copied before it can be changed.
struct CountedPayload: Sendable, Equatable {
    private final class Storage: Sendable {
        let values: Locked<[Int]>

        init(_ values: [Int]) {
            self.values = Locked(values)
        }
    }

    let copies: Counter
    private var storage: Storage

    init(count: Int, copies: Counter) {
        self.copies = copies
        storage = Storage(Array(0..<count))
    }

    var count: Int { storage.values.withLock(\.count) }

    mutating func append(_ value: Int) {
        if !isKnownUniquelyReferenced(&storage) {
            copies.increment()
            storage = Storage(storage.values.withLock { $0 })
        }
        storage.values.withLock { $0.append(value) }
    }

    static func == (lhs: CountedPayload, rhs: CountedPayload) -> Bool { lhs.storage === rhs.storage }
}

final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func increment() { count.add(1, ordering: .relaxed) }
    func decrement() { count.subtract(1, ordering: .relaxed) }
}

/// A rich state in the house form: the payload is updated in place.
enum Filling: StateDefinition {
    case filling(CountedPayload)
    case done

    enum Event {
        case append(Int)
        case finish, nonsense
    }
    enum Activity: Hashable { case filling }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch consume self {
        case .filling(var payload):
            switch event {
            case .append(let value):
                payload.append(value)
                self = .filling(payload)
            case .finish: self = .done
            case .nonsense:
                self = .filling(payload)
                throw .invalid
            }
        case .done:
            self = .done
            throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .filling: [.filling]
        case .done: []
        }
    }

    var isFilling: Bool {
        switch self {
        case .filling: true
        case .done: false
        }
    }

    var payload: CountedPayload? {
        switch self {
        case .filling(let payload): payload
        case .done: nil
        }
    }
}

/// A parent that forwards to a child with a large payload.
enum Basin: StateDefinition {
    case basin(Filling)
    case gone

    typealias Event = Filling.Event

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch consume self {
        case .basin(var filling):
            defer { self = .basin(filling) }
            try filling.handleEvent(event)
        case .gone:
            self = .gone
            throw .invalid
        }
    }
}

@Suite(.timeLimit(.minutes(2)), .computing) struct CopyTests {
    private let copies = Counter()
    private var initial: Filling { .filling(CountedPayload(count: 10_000, copies: copies)) }

    private func append(to machine: StateMachine<Filling>, reading: Bool = false) {
        for value in 0..<100 {
            #expect(machine.send(.append(value)).isHandled)
            machine.send(.nonsense)
            if reading { #expect(machine.state.isFilling) }
        }
    }

    @Test func `a machine without listeners copies nothing`() {
        let machine = StateMachine(initial)
        append(to: machine)
        #expect(machine.state.payload?.count == 10_100)
        #expect(copies.value == 0)
    }

    @Test func `hooks, observers and readers copy nothing`() {
        let machine = StateMachine(initial)
        var calls = 0
        machine.onActivityEntry { _ in calls += 1 }
        machine.onActivityExit { _ in calls += 1 }
        machine.onEntry(where: \.isFilling) { calls += 1 }
        machine.onEntry(where: \.isFilling) { _ in calls += 1 }
        machine.onEntry(with: \.payload?.count) { _ in calls += 1 }
        machine.onExit(where: \.isFilling) { calls += 1 }
        machine.onTransition { _ in calls += 1 }
        machine.onRejection { _ in calls += 1 }
        append(to: machine, reading: true)
        machine.send(.finish)
        #expect(calls == 207)
        #expect(copies.value == 0)
    }

    @Test func `a nested child's payload is not copied on the way through its parent`() {
        var basin = Basin.basin(initial)
        for value in 0..<100 { try? basin.handleEvent(.append(value)) }
        let machine = StateMachine(basin)
        basin = .gone
        for value in 0..<100 { machine.send(.append(value)) }
        #expect(machine.send(.append(0)).isHandled)
        #expect(copies.value == 0)
    }

    @Test func `the driver and senders copy nothing`() async throws {
        let machine = StateMachine(initial)
        await machine.run(until: { !$0.isFilling }) { _, send in
            for value in 0..<100 { await send(.append(value)) }
            await send(.nonsense)
            await send(.finish)
        }
        #expect(copies.value == 0)
    }

    @Test func `the hook that is given both states costs one copy per event, as it says`() {
        let machine = StateMachine(initial)
        let token = machine.onChange { _, _ in }
        append(to: machine)
        #expect(copies.value == 100)
        token.cancel()
        append(to: machine)
        #expect(copies.value == 100)
    }

    @Test func `an outcome that is kept does not share the state of a machine that moves on, but costs a copy`() {
        let machine = StateMachine(initial)
        let outcome = machine.send(.nonsense)
        machine.send(.append(1))
        #expect(copies.value == 1)
        guard case .rejected(let error) = outcome else {
            Issue.record("not rejected")
            return
        }
        #expect(error.state.payload?.count == 10_000)
    }
}
