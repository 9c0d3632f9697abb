import StateMachineGraphs
import StateMachines

/// Counts up without end, and down again to zero.
struct Tally: FiniteStateDefinition {
    var count = 0

    enum Event: CaseIterable { case up, down }
    enum Activity: Hashable { case counting }

    static var initialStates: [Tally] { [Tally()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Int {
        switch event {
        case .up: count += 1
        case .down:
            guard count > 0 else { throw .invalid }
            count -= 1
        }
        return count
    }

    var activities: [Activity] { count > 0 ? [.counting] : [] }
}

/// Counts in a ring of 20,000.
struct Wheel: FiniteStateDefinition {
    var number = 0

    enum Event: CaseIterable { case turn, stop }

    static var initialStates: [Wheel] { [Wheel()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .turn: number = (number + 1) % 10_000
        case .stop: throw .invalid
        }
    }
}

/// The same ring, a word for each state.
struct PackedWheel: PackedStateDefinition {
    var wheel = Wheel()

    static var initialStates: [PackedWheel] { [PackedWheel()] }
    var sampleEvents: [Wheel.Event] { Wheel.Event.allCases }
    mutating func handleEvent(_ event: Wheel.Event) throws(TransitionError) { try wheel.handleEvent(event) }

    init() {}
    var packed: UInt64 { UInt64(wheel.number) }
    init(packed: UInt64) { wheel.number = Int(packed) }
}

/// Can begin nowhere.
enum Nowhere: FiniteStateDefinition {
    case here

    enum Event: CaseIterable { case go }
    static var initialStates: [Nowhere] { [] }
    mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
}

/// Can begin nowhere, a word for each state.
struct PackedNowhere: PackedStateDefinition {
    static var initialStates: [PackedNowhere] { [] }
    var sampleEvents: [Int] { [] }
    mutating func handleEvent(_ event: Int) throws(TransitionError) {}

    init(packed: UInt64) {}
    var packed: UInt64 { 0 }
}

extension Task where Success == Void, Failure == Never {
    /// Does something in a task that is cancelled before it begins.
    static func cancelled<Result: Sendable>(_ operation: @escaping @Sendable () async -> Result) async -> Result {
        await Task<Result, Never> {
            withUnsafeCurrentTask { $0?.cancel() }
            return await operation()
        }.value
    }
}
