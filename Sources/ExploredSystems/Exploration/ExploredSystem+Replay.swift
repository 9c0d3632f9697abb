import StateMachineGraphs
import StateMachineTrapHandling

extension ExploredSystem {
    /// Makes moves by their names, one after the other, and returns the fault that they lead to.
    ///
    /// A trap is also a fault. If no move fails, the method makes all moves once more. It makes
    /// them up to 64 times if the results differ, or if a state stores a set or a dictionary, whose
    /// order differs from time to time. So a fault that depends on such an order is found again.
    ///
    /// - Parameters:
    ///   - moves: The names of the moves.
    ///   - initial: The index of the initial state in ``initialStates``.
    ///   - blockedAfter: The longest time that a move may take without using processor time.
    /// - Returns: The fault of the first move that fails; `nil` if no move fails.
    /// - Throws: ``SystemExplorationError/missingMove(_:after:offered:)`` if a state does not offer
    ///   the next move, ``SystemExplorationError/noInitialState(_:)`` if there is no such initial
    ///   state, and ``SystemExplorationError/stuck(_:)`` if a move does not end.
    public static func fault(
        after moves: [String],
        from initial: Int = 0,
        blockedAfter: Duration = .seconds(1)
    ) throws(SystemExplorationError) -> SystemFault? {
        let replay = Replay<Self>(moves, from: initial)
        let report = replay.run(blockedAfter: blockedAfter, endlessAfter: .seconds(10))
        if let error = replay.error { throw error }
        guard let report else { return replay.fault }
        let present = moves.dropFirst(replay.next).first ?? "the initial state"
        switch report.end {
        case .trapped:
            return FoundFault.resolved([.trap(report, in: present, title: present)]).first
        case .noThread: throw .noThread
        case .blocked, .endless:
            let done = Array(moves.prefix(replay.next))
            let isWaiting = report.end == .blocked
            throw .stuck(StuckMove(name: present, before: done, isWaiting: isWaiting))
        }
    }
}

extension ExploredSystem {
    /// Makes moves by their names until a state does not offer the next move, and returns the fault
    /// that they lead to.
    ///
    /// The tests from ``SystemRun/swiftTest`` call this method. Once a defect is fixed, a state on
    /// the way may no longer offer the next move. In this case the method returns `nil`.
    ///
    /// If you rename a move in the system, rename it in these tests as well. If no state offers a
    /// move with the name in the test, the test finds nothing. To get an error for a missing move,
    /// call ``fault(after:from:blockedAfter:)``.
    ///
    /// - Parameters:
    ///   - moves: The names of the moves.
    ///   - initial: The index of the initial state in ``initialStates``.
    ///   - blockedAfter: The longest time that a move may take without using processor time.
    /// - Returns: The fault of the first move that fails; `nil` if no move fails.
    /// - Throws: ``SystemExplorationError/noInitialState(_:)`` if there is no such initial state,
    ///   and ``SystemExplorationError/stuck(_:)`` if a move does not end.
    public static func fault(
        along moves: [String],
        from initial: Int = 0,
        blockedAfter: Duration = .seconds(1)
    ) throws(SystemExplorationError) -> SystemFault? {
        do throws(SystemExplorationError) {
            return try fault(after: moves, from: initial, blockedAfter: blockedAfter)
        } catch .missingMove {
            return nil
        }
    }
}

extension ExploredSystem {
    /// Makes moves by their names until a state does not offer the next move, and returns the run
    /// that violates a property on the way.
    ///
    /// The tests from ``SystemRun/swiftTest`` call this method. It explores only the states on the
    /// way. If other moves of these states could fulfil the property later, as for
    /// `alwaysPossible`, it also explores everything that follows the last state.
    ///
    /// - Parameters:
    ///   - name: The name of a property in ``properties``.
    ///   - moves: The names of the moves.
    ///   - initial: The index of the initial state in ``initialStates``.
    ///   - stateLimit: The largest number of states, as for the exploration that found the run.
    ///   - blockedAfter: The longest time that a move may take without using processor time.
    /// - Returns: The violating run; `nil` if there is none.
    /// - Throws: ``SystemExplorationError/missingProperty(_:)`` if there is no such property,
    ///   ``SystemExplorationError/noInitialState(_:)`` if there is no such initial state,
    ///   ``SystemExplorationError/undecided(_:)`` if the exploration ends before the property is
    ///   decided, and the other errors of an exploration.
    public static func violation(
        of name: String,
        along moves: [String],
        from initial: Int = 0,
        stateLimit: Int = 100_000,
        blockedAfter: Duration = .seconds(1)
    ) throws(SystemExplorationError) -> SystemRun<Self>? {
        guard let property = properties.first(where: { $0.name == name }) else { throw .missingProperty(name) }
        // The order of a set differs from attempt to attempt, which may lead away from the run.
        var attempts = 0
        while true {
            let route = ExplorationRoute(moves, from: initial, goesOn: !property.isSafety)
            let work = ExplorationWork<Self>(stateLimit: stateLimit, along: route)
            let limits = (blockedAfter, Duration.seconds(10))
            let exploration = try SystemExploration<Self>(work, trapLimit: 1_000, limits: limits)
            let verdict = exploration.check(property)
            if let run = verdict.run { return run }
            switch exploration.end {
            case .stuck(let move): throw .stuck(move)
            case .noThread: throw .noThread
            case .trapLimit: throw .undecided("\(exploration.end)")
            // Off the run, states are not expanded.
            case .stateLimit where work.reachedLimit: throw .undecided("\(exploration.end)")
            case .complete, .stateLimit: break
            }
            attempts += 1
            guard work.hasHashOrder, attempts < replayAttempts else { return nil }
        }
    }
}

/// The largest number of attempts to repeat a run.
///
/// If one of four orders of a set leads to a fault, one in 10⁸ replays misses it.
private let replayAttempts = 64

private final class Replay<System: ExploredSystem>: CrashingWork {
    private let names: [String]
    private let initial: Int
    private let reader = StateReader(of: System.self)
    private(set) var next = 0
    private(set) var fault: SystemFault?
    private(set) var error: SystemExplorationError?
    /// The results of earlier attempts, so that no later attempt uses the same addresses, which
    /// determine the order of a set.
    private var ends: [System] = []

    init(_ names: [String], from initial: Int) {
        (self.names, self.initial) = (names, initial)
    }

    func work() {
        let choices = StepChoices(reader)
        StepChoices.$present.withValue(StepChoices.Present(choices: choices)) { makeAttempts(choices) }
    }

    /// Makes the moves, and again if they may lead to a fault in another attempt.
    ///
    /// The order of a set differs from attempt to attempt, and a move may draw a random number. A
    /// run to a fault must not pass by chance.
    private func makeAttempts(_ choices: StepChoices) {
        var (first, isVarying): ([StateKey]?, Bool) = (nil, false)
        var firstError: SystemExplorationError?
        for attempt in 0..<replayAttempts where attempt < 2 || isVarying {
            (next, error) = (0, nil)
            var keys: [StateKey] = []
            makeMoves(choices) { system in
                let structure = reader.structure(of: system)
                keys.append(structure.key)
                isVarying = isVarying || structure.hasHashOrder
            }
            if fault != nil { return }
            if attempt == 0 { firstError = error }
            isVarying = isVarying || first.map { $0 != keys } ?? false
            first = keys
        }
        error = firstError
    }

    private func makeMoves(_ choices: StepChoices, _ note: (System) -> Void) {
        let states = System.initialStates
        guard states.indices.contains(initial) else {
            error = .noInitialState(initial)
            return
        }
        var system = states[initial]
        defer { ends.append(system) }
        for name in names {
            state_machine_trap_step()
            note(system)
            let moves = NamedMove.offered(by: system, reader)
            // The names of moves in the middle follow the name of the move, which may have
            // brackets.
            let named = moves.filter { name == $0.name || name.hasPrefix("\($0.name) [") }
            guard let move = named.max(by: { $0.name.utf8.count < $1.name.utf8.count }) else {
                error = .missingMove(name, after: Array(names.prefix(next)), offered: moves.map(\.name))
                return
            }
            choices.begin(wanted: name)
            do {
                try move.body(&system)
            } catch {
                fault = SystemFault(thrown: error, in: move.title)
                return
            }
            guard name == move.name + choices.suffix else {
                error = .missingMove(name, after: Array(names.prefix(next)), offered: moves.map(\.name))
                return
            }
            next += 1
        }
    }
}
