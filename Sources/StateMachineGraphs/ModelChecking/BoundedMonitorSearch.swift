import StateMachines

/// Looks for a run that breaks a claim about what has happened, while the definition is explored.
struct BoundedMonitorSearch<Definition: FiniteStateDefinition> {
    private let bounds: BoundedSearch<Definition>
    private let history: MachineProperty<Definition>.History
    private var monitors = MonitorSearch<Definition, Definition.Event>()
    private var checkpoints: Checkpoints
    private var (transitions, rejections, largestQueue) = (0, 0, 0)

    init(
        _ history: MachineProperty<Definition>.History,
        within bounds: BoundedSearch<Definition>,
        _ progress: ((ExplorationStatistics) -> Void)?
    ) {
        self.bounds = bounds
        self.history = history
        checkpoints = Checkpoints(progress)
        for state in Definition.initialStates { monitors.begin(in: state, remembering: history.start(state)) }
    }

    private var stateCount: Int { monitors.count }

    mutating func result(
        for property: MachineProperty<Definition>
    ) throws(ExplorationError<Definition>) -> BoundedResult<Definition> {
        if stateCount == 0 { throw .noInitialStates }
        var broken: Trace<Definition>?
        while broken == nil, stateCount <= bounds.stateLimit, monitors.search.nextDepth < bounds.depth,
            let index = monitors.takeNext()
        {
            largestQueue = max(largestQueue, stateCount - index)
            broken = expand(index)
            if transitions + rejections >= checkpoints.next {
                let statistics = statistics
                if checkpoints.pass(statistics) { throw .cancelled }
            }
        }
        let isComplete = broken == nil && monitors.search.takenCount == stateCount
        let verdict: Verdict<Definition> =
            if let broken {
                .fails(property.counterexample(broken.steps.last?.reason ?? "", broken, at: .lastStep))
            } else if isComplete {
                .holds(witness: nil)
            } else {
                property.undecided(after: statistics)
            }
        return BoundedResult(
            property: property.name,
            verdict: verdict,
            statistics: statistics,
            isComplete: isComplete
        )
    }

    /// Tries the events of a vertex, and returns a run that breaks the claim, if one does.
    private mutating func expand(_ index: Int) -> Trace<Definition>? {
        let (state, before) = monitors[index]
        for event in state.sampleEvents {
            let step = TraceStep(from: state, event: event)
            if step.isHandled { transitions += 1 } else { rejections += 1 }
            guard let memory = history.next(before, step) else {
                let (initial, events) = monitors.run(to: index, then: event)
                return Trace(from: initial, events: events)
            }
            monitors.follow(event, from: index, to: step.after, remembering: memory)
        }
        return nil
    }

    private var statistics: ExplorationStatistics {
        ExplorationStatistics(
            states: stateCount,
            transitions: transitions,
            rejections: rejections,
            depth: monitors.search.largestDepth,
            largestQueue: largestQueue,
            duration: checkpoints.elapsed
        )
    }
}
