import StateMachineGraphs
import StateMachines

/// A definition whose rules a test writes down.
enum Letter: FiniteStateDefinition {
    case a, b, c, d

    enum Event: Hashable { case go, back, stop }
    enum Activity: Hashable {
        case outer, inner
        case other(Int)
    }

    struct Rules: Sendable {
        var initialStates: [Letter] = [.a]
        var transitions: [Letter: [Event: Letter]] = [:]
        var activities: [Letter: [Activity]] = [:]
        var samples: [Letter: [Event]] = [:]
    }

    @TaskLocal static var rules = Rules()

    static var initialStates: [Letter] { rules.initialStates }

    var sampleEvents: [Event] { Self.rules.samples[self] ?? [.go, .back] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> String {
        guard let next = Self.rules.transitions[self]?[event] else { throw .invalid }
        defer { self = next }
        return "\(self) to \(next)"
    }

    var activities: [Activity] { Self.rules.activities[self] ?? [] }
}

/// Random rules, with another number of sample events in each state.
struct RandomWalk: FiniteStateDefinition {
    var seed: UInt64
    var index: Int

    @TaskLocal static var seed: UInt64 = 0

    static var initialStates: [RandomWalk] { [0, 7, 0].map { RandomWalk(seed: seed, index: $0) } }

    var sampleEvents: [Int] { Array(0..<(index % 4 + Int(seed % 2))) }

    mutating func handleEvent(_ event: Int) throws(TransitionError) -> Int {
        var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index * 10 + event))
        if random.chance(1, in: 4) { throw .invalid }
        index = Int.random(in: 0..<200, using: &random)
        return index
    }

    var activities: [Int] { [index % 3, index % 2 + 3, index % 3] }
}

/// Philosophers at a round table, each of whom takes the left fork, then the right one (Dijkstra,
/// 1971).
///
/// There are as many states as the Pell–Lucas number of their count: each eats only where the next
/// one has no fork.
struct Table: FiniteStateDefinition {
    enum Philosopher: Hashable { case thinking, waiting, eating }

    var philosophers: [Philosopher]

    @TaskLocal static var size = 3

    static var initialStates: [Table] { [Table(philosophers: Array(repeating: .thinking, count: size))] }

    var sampleEvents: [Int] { Array(philosophers.indices) }

    mutating func handleEvent(_ event: Int) throws(TransitionError) {
        let count = philosophers.count
        let (before, after) = (philosophers[(event + count - 1) % count], philosophers[(event + 1) % count])
        switch philosophers[event] {
        case .thinking:
            if before == .eating { throw .invalid }
            philosophers[event] = .waiting
        case .waiting:
            if after != .thinking { throw .invalid }
            philosophers[event] = .eating
        case .eating: philosophers[event] = .thinking
        }
    }
}

/// A queue without a bound.
struct Queue: FiniteStateDefinition {
    var items: [Int] = []

    enum Event: CaseIterable { case push, pop }

    static var initialStates: [Queue] { [Queue()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .push: items.append(items.count)
        case .pop:
            guard !items.isEmpty else { throw .invalid }
            items.removeFirst()
        }
    }
}

/// A lamp, which other fixtures have inside.
enum Lamp: FiniteStateDefinition, CaseIterable {
    case off, on, broken

    enum Event: Hashable, CaseIterable { case toggle, kick }
    enum Activity: Hashable { case shining }

    static var initialStates: [Lamp] { [.off] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.off, .toggle): self = .on
        case (.on, .toggle): self = .off
        case (.off, .kick), (.on, .kick): self = .broken
        case (.broken, .toggle), (.broken, .kick): throw .invalid
        }
    }

    var activities: [Activity] { self == .on ? [.shining] : [] }
}

/// Two lamps side by side.
struct Lamps: StateDefinition, Hashable {
    var left = Lamp.off
    var right = Lamp.off

    enum Event: Hashable, CaseIterable { case toggleLeft, toggleRight }
    enum Activity: Hashable {
        case left(Lamp.Activity)
        case right(Lamp.Activity)
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .toggleLeft: try left.handleEvent(.toggle)
        case .toggleRight: try right.handleEvent(.toggle)
        }
    }

    var activities: [Activity] { left.activities.map(Activity.left) + right.activities.map(Activity.right) }
}

/// Regions inside a case.
enum Hall: FiniteStateDefinition {
    case dark
    case lit(Lamps)

    enum Event: Hashable {
        case enter, leave
        case lamps(Lamps.Event)
    }
    enum Activity: Hashable {
        case heating
        case lamps(Lamps.Activity)
    }

    static var initialStates: [Hall] { [.dark] }

    var sampleEvents: [Event] { [.enter, .leave] + Lamps.Event.allCases.map(Event.lamps) }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.dark, .enter): self = .lit(Lamps())
        case (.lit, .leave): self = .dark
        case (.dark, .leave), (.dark, .lamps), (.lit, .enter): throw .invalid
        case (.lit(var lamps), .lamps(let event)):
            defer { self = .lit(lamps) }
            try lamps.handleEvent(event)
        }
    }

    var activities: [Activity] {
        switch self {
        case .dark: []
        case .lit(let lamps): [.heating] + lamps.activities.map(Activity.lamps)
        }
    }
}

/// How a suite is too large; `nil` if it is not.
func tooLarge<Definition>(
    _ traces: () throws -> [Trace<Definition>]
) throws -> (suite: TraceSuite, stepLimit: Int, description: String)? {
    do {
        _ = try traces()
        return nil
    } catch TraceSuiteError<Definition>.tooLarge(let suite, let stepLimit) {
        return (suite, stepLimit, "\(TraceSuiteError<Definition>.tooLarge(suite, stepLimit: stepLimit))")
    }
}

/// The two answers because of which there are no traces; `nil` if there are.
func nondeterminism<Definition>(_ traces: () throws -> [Trace<Definition>]) throws -> Nondeterminism<Definition>? {
    do {
        _ = try traces()
        return nil
    } catch TraceSuiteError<Definition>.nondeterminism(let error) {
        return error
    }
}
