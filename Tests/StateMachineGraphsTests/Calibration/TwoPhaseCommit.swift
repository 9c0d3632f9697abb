import StateMachines

/// How many resource managers take part in a transaction.
protocol ManagerCount: Sendable {
    static var count: Int { get }
}

enum Three: ManagerCount { static let count = 3 }
enum Five: ManagerCount { static let count = 5 }

/// Two-phase commit, after the specification in TLA+ by Gray and Lamport, "Consensus on transaction
/// commit", 2006.
///
/// Messages are never lost and never taken away: what was sent can be received again.
struct TwoPhaseCommit<Count: ManagerCount>: FiniteStateDefinition {
    enum Manager: Hashable { case working, prepared, committed, aborted }
    enum Decision: Hashable { case open, committed, aborted }

    enum Event: Hashable {
        case receivePrepared(Int)
        case decideToCommit, decideToAbort
        case prepare(Int)
        case chooseToAbort(Int)
        case receiveCommit(Int)
        case receiveAbort(Int)
    }

    var managers = Array(repeating: Manager.working, count: Count.count)
    var decision = Decision.open
    var prepared: Set<Int> = []
    var sentPrepared: Set<Int> = []
    var sentCommit = false
    var sentAbort = false

    static var initialStates: [TwoPhaseCommit] { [TwoPhaseCommit()] }

    var sampleEvents: [Event] {
        var events: [Event] = [.decideToCommit, .decideToAbort]
        for manager in managers.indices {
            events += [
                .prepare(manager), .chooseToAbort(manager), .receivePrepared(manager), .receiveCommit(manager),
                .receiveAbort(manager),
            ]
        }
        return events
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .receivePrepared(let manager) where decision == .open && sentPrepared.contains(manager):
            prepared.insert(manager)
        case .decideToCommit where decision == .open && prepared.count == managers.count:
            decision = .committed
            sentCommit = true
        case .decideToAbort where decision == .open:
            decision = .aborted
            sentAbort = true
        case .prepare(let manager) where managers[manager] == .working:
            managers[manager] = .prepared
            sentPrepared.insert(manager)
        case .chooseToAbort(let manager) where managers[manager] == .working:
            managers[manager] = .aborted
        case .receiveCommit(let manager) where sentCommit:
            managers[manager] = .committed
        case .receiveAbort(let manager) where sentAbort:
            managers[manager] = .aborted
        case .receivePrepared, .decideToCommit, .decideToAbort, .prepare, .chooseToAbort, .receiveCommit,
            .receiveAbort:
            throw .invalid
        }
    }

    /// No manager commits what another one has given up.
    var isConsistent: Bool { !managers.contains(.committed) || !managers.contains(.aborted) }
}
