import StateMachines

/// Looks for a state or a step that decides a property, while the definition is explored.
struct BoundedStateSearch<Coding: StateCoding> {
    typealias Definition = Coding.State

    private let bounds: BoundedSearch<Definition>
    private var exploration: BreadthFirstExploration<Coding>
    private var checkpoints: Checkpoints

    /// How many states, and the events of how many states, were looked at.
    private var (seenStates, seenSources) = (0, 0)

    /// What decides a property: a state, or a step from it.
    private struct Discovery {
        let id: Int
        var step: TraceStep<Definition>?
    }

    init(
        _ coding: Coding,
        within bounds: BoundedSearch<Definition>,
        _ progress: ((ExplorationStatistics) -> Void)?
    ) {
        self.bounds = bounds
        exploration = BreadthFirstExploration(coding)
        checkpoints = Checkpoints(progress)
    }

    /// - Returns: `nil` if a state could not be restored from its stored form.
    mutating func result(
        for property: MachineProperty<Definition>
    ) throws(ExplorationError<Definition>) -> BoundedResult<Definition>? {
        var outcomes: [BreadthFirstExploration<Coding>.Outcome] = []
        var levels = ExplorationProfile()
        var discovery: Discovery?
        while exploration.end == .complete {
            discovery = look(for: property)
            if discovery != nil || isExplored || exploration.parents.count > bounds.stateLimit || exploration.isFull {
                break
            }
            levels.advance(over: exploration.parents)
            let isDeep = levels.depth >= bounds.depth
            if isDeep, exploration.offsets.count >= levels.levelStart { break }
            exploration.expand(&outcomes, before: isDeep ? levels.levelStart : .max)
            if exploration.successors.count >= checkpoints.next,
                checkpoints.pass(exploration.parents, exploration.successors)
            {
                throw .cancelled
            }
        }
        switch exploration.end {
        case .lossyCode: return nil
        case .noInitialStates: throw .noInitialStates
        case .complete, .tooManyStates, .cancelled: break
        }
        let isComplete = discovery == nil && isExplored
        exploration.finish()
        let graph = StateGraph(exploration, after: checkpoints.elapsed)
        return BoundedResult(
            property: property.name,
            verdict: discovery.map { verdict(property, $0, in: graph) }
                ?? (isComplete ? graph.check(property) : property.undecided(after: graph.statistics)),
            statistics: graph.statistics,
            isComplete: isComplete
        )
    }

    /// Whether each state that was found was expanded.
    private var isExplored: Bool { exploration.offsets.count == exploration.found.codes.count }

    /// Looks at the states and steps that were found since the last call, nearest first.
    private mutating func look(for property: MachineProperty<Definition>) -> Discovery? {
        switch property.claim {
        case .always(let holds): lookAtStates { !holds($0) }
        case .never(let happens): lookAtStates(happens)
        case .reachable(let goal): lookAtStates(goal)
        case .steps(let withRejected, let holds): lookAtSteps { (withRejected || $0.isHandled) && !holds($0) }
        case .history, .alwaysPossible, .leadsTo: nil
        }
    }

    private mutating func lookAtStates(_ decides: (Definition) -> Bool) -> Discovery? {
        while seenStates < exploration.found.codes.count {
            let state = exploration.found.coding.state(of: exploration.found.codes[seenStates])
            if decides(state) { return Discovery(id: seenStates) }
            seenStates += 1
        }
        return nil
    }

    private mutating func lookAtSteps(_ decides: (TraceStep<Definition>) -> Bool) -> Discovery? {
        while seenSources < exploration.offsets.count {
            let state = exploration.found.coding.state(of: exploration.found.codes[seenSources])
            for event in state.sampleEvents {
                let step = TraceStep(from: state, event: event)
                if decides(step) { return Discovery(id: seenSources, step: step) }
            }
            seenSources += 1
        }
        return nil
    }

    private func verdict(
        _ property: MachineProperty<Definition>,
        _ discovery: Discovery,
        in graph: StateGraph<Definition>
    ) -> Verdict<Definition> {
        var trace: Trace<Definition>
        do throws(Nondeterminism<Definition>) {
            trace = try graph.trace(along: graph.edgePath(to: discovery.id))
        } catch {
            return .undecided(UndecidedProperty(property: property.name, error))
        }
        if let step = discovery.step { trace.append(step.event) }
        let name = ValueName(of: trace.last)
        return switch property.claim {
        case .reachable: .holds(witness: trace)
        case .always: .fails(property.counterexample("\(name) is reached, where it is not so", trace, at: .lastState))
        case .never, .alwaysPossible, .leadsTo:
            .fails(property.counterexample("\(name) is reached", trace, at: .lastState))
        case .steps, .history:
            .fails(property.counterexample(discovery.step?.reason ?? "", trace, at: .lastStep))
        }
    }
}
