public import StateMachineGraphs
import StateMachines
import TrapHandling

/// Everything that can happen in a system: all faults, each with a run that leads there, and the
/// graph of its states for properties.
///
/// ```swift
/// let exploration = try SystemExploration(of: PoolSystem.self)
/// for run in exploration.faults { print(run) }
/// print(exploration.check(.never("a request waits at rest") { $0.isAtRest && !$0.waiting.isEmpty }))
/// ```
///
/// Moves run on a thread of their own. A trap there, such as `fatalError`, a failed precondition,
/// an overflow, a wrong cast, or a stack overflow, is a fault as one that is thrown. Its thread is
/// parked for good, and the exploration goes on with the next move. What the thread holds is not
/// released, so a lock that it has locked stays locked.
///
/// One exploration runs at a time, and what is written to the error output meanwhile appears at
/// its end.
///
/// Traps are survived on Linux, on x86-64 and arm64 (the latter is untried). Elsewhere a trap ends
/// the process, as it does without an exploration.
public struct SystemExploration<System: ExploredSystem>: Sendable {
    /// The run to each fault, one for each place: of those with the fewest assumptions a shortest
    /// one.
    ///
    /// Runs with fewer assumptions come first, and of those shorter ones.
    public let faults: [SystemRun<System>]

    /// How many states and moves there are, and to which depth.
    public var statistics: ExplorationStatistics { graph.statistics }

    /// Why it has ended.
    public let end: End

    /// Why an exploration ends.
    public enum End: Hashable, Sendable {
        /// Every move of every state was made.
        case complete

        /// There are more states than were to be found.
        case stateLimit

        /// There were as many traps as were to be survived.
        case trapLimit
    }

    /// Whether every move of every state was made.
    public var isComplete: Bool { end == .complete }

    private let space: SystemSpace<System>

    /// The states and the moves between them, without those that end in a fault.
    public let graph: StateGraph<SystemState<System>>

    /// Explores a system.
    ///
    /// It blocks the thread that calls it.
    ///
    /// - Parameters:
    ///   - system: What to explore.
    ///   - stateLimit: With how many states it ends.
    ///   - trapLimit: With how many traps it ends; each costs a thread.
    ///   - blockedAfter: How long a step may take without processor time.
    ///   - endlessAfter: How much processor time a step may take.
    ///   - progress: Called with the number of states and moves so far, after some thousand moves.
    /// - Throws: What keeps it from exploring; a fault does not.
    /// - Complexity: Each move of each state once, and a reflection of all that the state after it
    ///   stores.
    public init(
        of system: System.Type = System.self,
        stateLimit: Int = 100_000,
        trapLimit: Int = 1_000,
        blockedAfter: Duration = .seconds(1),
        endlessAfter: Duration = .seconds(10),
        progress: ((_ states: Int, _ moves: Int) -> Void)? = nil
    ) throws(SystemExplorationError) {
        let work = ExplorationWork<System>(stateLimit: stateLimit)
        let limits = (blockedAfter, endlessAfter)
        let result = ErrorOutput.captured { Self.run(work, $0, trapLimit: trapLimit, limits: limits, progress) }
        try result.get()
        let space = SystemSpace(work)
        let stateCount = space.systems.count
        // There are no more states than this, and the initial ones are known.
        let explored = PresentSpace.$value.withValue(space) {
            Result { try StateGraph(exploring: SystemState<System>.self, stateLimit: stateCount, within: \.isJudged) }
        }
        guard let graph = try? explored.get() else { throw .cancelled }
        self.graph = graph
        self.space = space
        end = !work.isDone ? .trapLimit : space.edges.count < stateCount ? .stateLimit : .complete
        faults = space.runsToFaults().sorted {
            ($0.assumptions.count, $0.steps.count) < ($1.assumptions.count, $1.steps.count)
        }
    }

    /// Proves or refutes a property.
    ///
    /// A run that comes to a fault is not judged any further. If not all states were found, what
    /// nothing breaks is undecided.
    public func check(_ property: System.Property) -> SystemVerdict<System> {
        switch graph.check(property) {
        case .holds(nil) where !isComplete:
            let reason = "nothing breaks it within \(graph.states.count) states, and there are more"
            return .undecided(UndecidedProperty(property: property.name, reason: reason))
        case .holds: return .holds
        case .fails(let counterexample): return .fails(SystemRun(space, counterexample))
        case .undecided(let undecided): return .undecided(undecided)
        }
    }

    /// Proves or refutes several properties of the same exploration.
    public func check(_ properties: [System.Property]) -> [SystemVerdict<System>] { properties.map { check($0) } }

    private static func run(
        _ work: ExplorationWork<System>,
        _ errors: ErrorOutput,
        trapLimit: Int,
        limits: (blocked: Duration, endless: Duration),
        _ progress: ((Int, Int) -> Void)?
    ) -> Result<Void, SystemExplorationError> {
        var traps = 0
        while !work.isDone, work.error == nil, traps < trapLimit {
            if Task.isCancelled { return .failure(.cancelled) }
            guard let report = work.run(blockedAfter: limits.blocked, endlessAfter: limits.endless) else {
                progress?(work.systems.count, work.edgeCount)
                continue
            }
            switch report.end {
            case .trapped:
                traps += 1
                work.note(.trap(report, errors.takeMessage(of: report), in: work.presentStep.name))
            case .noThread: return .failure(.noThread)
            case .blocked, .endless:
                let (name, state) = work.presentStep
                let path = state.map { work.path(to: $0) } ?? []
                return .failure(.stuck(name, after: path, isWaiting: report.end == .blocked))
            }
        }
        return work.error.map { .failure($0) } ?? .success(())
    }
}

extension SystemExploration: CustomStringConvertible {
    /// The faults, and how much was explored.
    public var description: String {
        let runs = faults.map { "\($0)\n\n" }.joined()
        let rest =
            switch end {
            case .complete: ""
            case .stateLimit:
                ", and there are more states" + (space.mostChanging().map { "; \($0) changes most often" } ?? "")
            case .trapLimit: "; it ended with the last trap that was to be survived"
            }
        return "\(runs)\(faults.count) faults in \(statistics)\(rest)"
    }
}
