import Foundation
public import StateMachineGraphs
import StateMachineTrapHandling
import StateMachines

/// The result of exploring a system, with its faults and the graph of its states.
///
/// Each fault comes with a run that leads to it. The graph lets you check properties:
///
/// ```swift
/// let exploration = try SystemExploration(of: PoolSystem.self)
/// for run in exploration.faults { print(run) }
/// print(exploration.check(.never("a request waits at rest") { $0.isAtRest && !$0.waiting.isEmpty }))
/// ```
///
/// The moves run on a separate thread. A trap counts as a fault: a call to `fatalError`, a failed
/// precondition, an overflow, a failed cast or a stack overflow. The trapped thread is parked
/// forever, and the exploration continues with the next move on another thread. A parked thread
/// releases nothing, so a lock that it has locked stays locked.
///
/// Text that a move writes to `stderr` appears when the move has ended.
///
/// On Linux, an exploration survives traps. This is tested on x86-64 but not on arm64. On other
/// systems, a trap ends the process, as it does without an exploration.
public struct SystemExploration<System: ExploredSystem>: Sendable {
    /// A run to each fault; faults at the same place count as one fault.
    ///
    /// Thrown faults at one place are different if their reasons differ in more than numbers. Traps
    /// at one place also count as one fault if the same move traps through the same calls with
    /// different reasons, because such a reason contains a value, for example the state.
    ///
    /// Each run has the fewest possible assumptions and is one of the shortest such runs. If the
    /// system has more than ten assumptions, a run that needs at least three assumptions can have
    /// more assumptions than necessary. The list is sorted by the number of assumptions and then by
    /// the number of steps.
    public let faults: [SystemRun<System>]

    /// The numbers of states and moves, the depth, and the time that all moves took.
    public private(set) var statistics: ExplorationStatistics

    /// The reason why the exploration has ended.
    public let end: End

    /// The reason why an exploration ends.
    public enum End: Hashable, Sendable, CustomStringConvertible {
        /// Every move of every state was made.
        case complete

        /// There are more states than the limit allows.
        case stateLimit

        /// There were as many traps as the limit allows.
        case trapLimit

        /// A move does not end; the exploration contains everything found before it.
        case stuck(StuckMove)

        /// No thread is available for more moves; the exploration contains everything found before.
        case noThread

        /// A description of the reason.
        public var description: String {
            switch self {
            case .complete: "every move was made in every state"
            case .stateLimit: "there are more states"
            case .trapLimit: "the exploration stopped when it reached the trap limit"
            case .stuck(let move): "the exploration stopped. \(move)"
            case .noThread: "the exploration stopped because it could not start a thread for more moves"
            }
        }
    }

    /// Whether every move of every state was made, every state was read completely, and equal
    /// states behaved equally.
    ///
    /// A stored property may hide something, such as the memory behind an unsafe pointer, and a
    /// move may depend on something outside the state, such as a clock, a random number or the
    /// order of a set. States that differ only in such values count as one, so no property is
    /// proved then. The description of the exploration names these properties and moves.
    public var isComplete: Bool { end == .complete && reasonsForDoubt.isEmpty }

    /// The verdicts of ``ExploredSystem/properties``, in the same order.
    public private(set) var verdicts: [SystemVerdict<System>] = []

    let space: ExploredStates<System>

    /// The states and the moves between them, without the moves that end in a fault.
    public let graph: StateGraph<SystemState<System>>

    /// The graph without the continuations of states whose moves were not all made.
    private let judgedGraph: StateGraph<SystemState<System>>

    /// Explores a system.
    ///
    /// The initializer blocks the calling thread.
    ///
    /// - Parameters:
    ///   - system: The system to explore.
    ///   - stateLimit: The largest number of states. If a move leads to one more state, the
    ///     exploration makes the other moves of the same state and ends. It contains more states
    ///     than the limit only if there are more initial states.
    ///   - trapLimit: The number of traps at which the exploration ends. Each trap costs a thread.
    ///     After a move has trapped in a state, the exploration postpones the same move in nearby
    ///     states: there, it tries the move after all the other moves.
    ///   - blockedAfter: The longest time that a step may take without using processor time.
    ///   - endlessAfter: The largest amount of processor time that a step may use.
    ///   - progress: A closure that the exploration calls with the current statistics after every
    ///     few thousand moves. The transitions are the moves, including those that lead to a fault,
    ///     and the depth is that of the paths on which the exploration found the states. Without a
    ///     closure, the exploration prints a line every ten seconds if `stderr` is a terminal.
    /// - Throws: A ``SystemExplorationError`` if the system contains a mistake or the task is
    ///   cancelled. Faults and endless moves are not thrown as errors: see ``End``.
    /// - Complexity: Makes each move of each state once. For each move, reflection reads everything
    ///   that the resulting state stores.
    public init(
        of system: System.Type = System.self,
        stateLimit: Int = 100_000,
        trapLimit: Int = 1_000,
        blockedAfter: Duration = .seconds(1),
        endlessAfter: Duration = .seconds(10),
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(SystemExplorationError) {
        let work = ExplorationWork<System>(stateLimit: stateLimit)
        try self.init(work, trapLimit: trapLimit, limits: (blockedAfter, endlessAfter), progress: progress)
        verdicts = System.properties.map { check($0) }
    }

    /// Explores what the work is to explore.
    init(
        _ work: ExplorationWork<System>,
        trapLimit: Int,
        limits: (blocked: Duration, endless: Duration),
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(SystemExplorationError) {
        let start = ContinuousClock.now
        var lines = ProgressLines(of: "\(System.self)", isWatched: progress == nil && isatty(STDERR_FILENO) == 1)
        let early = try Self.run(work, trapLimit: trapLimit, limits: limits) {
            let time = start.duration(to: .now)
            if let progress { progress(work.statistics(after: time)) }
            if let line = lines.next(at: time, states: work.systems.count, moves: work.edgeCount) {
                FileHandle.standardError.write(Data(line.utf8))
            }
        }
        let space = ExploredStates(work)
        let areAllExpanded = space.systems.indices.allSatisfy(space.isExpanded)
        let whole = try Self.graph(of: space, within: \.isFollowed)
        let areAllJudged = areAllExpanded && !space.isLimited
        let judged = areAllJudged ? whole : try Self.graph(of: space, within: \.isJudged)
        (graph, judgedGraph, self.space) = (whole, judged, space)
        statistics = whole.statistics
        // The graph is made from moves that were made before.
        statistics.duration = start.duration(to: .now)
        end = early ?? (areAllExpanded ? .complete : .stateLimit)
        faults = space.runsToFaults().sorted {
            ($0.assumptions.count, $0.steps.count) < ($1.assumptions.count, $1.steps.count)
        }
    }

    /// Proves or refutes a property.
    ///
    /// A move that leads to a fault does not count as a violation. If the exploration is not
    /// ``isComplete`` and no run violates the property, the property is undecided. The same applies
    /// to a property that is true in one of two states and false in the other although the states
    /// count as one, because they differ only in ``ExploredSystem/identifiers``. The check finds
    /// this in a sample of such states.
    ///
    /// For all properties, a move that depends on an assumption counts like any other move. So
    /// `alwaysPossible` also holds if every way to the goal depends on an assumption, such as a
    /// race. To exclude such ways, use
    /// ``StateMachineGraphs/MachineProperty/alwaysPossible(_:assuming:_:)``.
    public func check(_ property: System.Property) -> SystemVerdict<System> {
        // A move that was not made may fulfil a promise, but it cannot undo a safety violation.
        var verdict = (property.isSafety ? graph : judgedGraph).check(property)
        // A state proves that it is reachable, even behind moves that were not made.
        if case .undecided = verdict, case .holds(let witness?) = graph.check(property) {
            verdict = .holds(witness: witness)
        }
        let isRefutedByRun = if case .fails = verdict { property.isSafety } else { false }
        if !isRefutedByRun, !reasonsForDoubt.isEmpty {
            let reason = reasonsForDoubt.joined(separator: "; ")
            return undecided(property, because: reason)
        }
        if !isRefutedByRun, let difference = space.difference(seenBy: property) {
            let reason =
                "the property distinguishes two states that count as the same "
                + "because the states differ only in IDs (\(difference))"
            return undecided(property, because: reason)
        }
        switch verdict {
        case .holds(nil) where !isComplete:
            let reason = "no counterexample was found within \(graph.states.count) states, and there are more states"
            return undecided(property, because: reason)
        case .holds: return SystemVerdict(property, .holds)
        case .fails(let counterexample):
            let isMinimal = property.isSafety && space.hasAllAssumptionSets
            let run = SystemRun(space, counterexample, isMinimal: isMinimal)
            return SystemVerdict(property, .fails(property.isSafety ? run.map { fewest(property, $0) } : run))
        case .undecided(let undecided): return SystemVerdict(property, .undecided(undecided))
        }
    }

    private func undecided(_ property: System.Property, because reason: String) -> SystemVerdict<System> {
        SystemVerdict(property, .undecided(UndecidedProperty(property: property.name, reason: reason)))
    }

    /// Returns a shortest run that violates a property, among those with the fewest assumptions.
    private func fewest(_ property: System.Property, _ run: SystemRun<System>) -> SystemRun<System> {
        var best = run
        for assumed in space.assumptionSets(where: { $0 < run.assumptions.count }) {
            if assumed.count > best.assumptions.count { break }
            guard let graph = try? Self.graph(of: space.assuming(Set(assumed)), within: \.isFollowed),
                case .fails(let counterexample) = graph.check(property),
                let other = SystemRun(space, counterexample, isMinimal: run.isMinimal)
            else { continue }
            let isBetter = (other.assumptions.count, other.steps.count) < (best.assumptions.count, best.steps.count)
            if isBetter { best = other }
        }
        return best
    }

    private static func graph(
        of space: ExploredStates<System>,
        within isFollowed: @escaping @Sendable (SystemState<System>) -> Bool
    ) throws(SystemExplorationError) -> StateGraph<SystemState<System>> {
        // The graph cannot contain more states than the space, and the space has initial states.
        let limit = space.systems.count
        let graph = PresentSpace.$value.withValue(space) {
            Result { () throws(ExplorationError<SystemState<System>>) in
                try StateGraph(exploring: SystemState<System>.self, stateLimit: limit, within: isFollowed)
            }
        }
        switch graph {
        case .success(let graph): return graph
        case .failure(.cancelled): throw .cancelled
        case .failure(.noInitialStates), .failure(.tooManyStates): throw .noInitialStates
        }
    }

    /// Explores, and returns the reason if the exploration ends early.
    private static func run(
        _ work: ExplorationWork<System>,
        trapLimit: Int,
        limits: (blocked: Duration, endless: Duration),
        pause: () -> Void
    ) throws(SystemExplorationError) -> End? {
        var traps = 0
        while !work.isDone, work.error == nil {
            if Task.isCancelled { throw .cancelled }
            // The changes that the last move made before its trap still have to be checked.
            work.isEnding = traps >= trapLimit
            if work.isEnding, work.trappedMove == nil { return .trapLimit }
            guard let report = work.run(blockedAfter: limits.blocked, endlessAfter: limits.endless) else {
                pause()
                continue
            }
            switch report.end {
            case .trapped:
                traps += 1
                work.note(.trap(report, in: work.presentStep.name, title: work.presentTitle))
                if let trap = work.trapAtBegin { throw .initialStates(FoundFault.resolved([trap])[0]) }
            case .noThread:
                if work.systems.isEmpty { throw .noThread }
                return .noThread
            case .blocked, .endless:
                let (name, state) = work.presentStep
                let path = state.map { work.path(to: $0) } ?? []
                let move = StuckMove(name: name, before: path, isWaiting: report.end == .blocked)
                if work.systems.isEmpty { throw .stuck(move) }
                return .stuck(move)
            }
        }
        if let error = work.error { throw error }
        return nil
    }
}
