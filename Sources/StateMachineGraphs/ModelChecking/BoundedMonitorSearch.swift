import StateMachines

/// Looks for a run that breaks a claim about what has happened, while the definition is explored.
struct BoundedMonitorSearch<Definition: FiniteStateDefinition> {
    private struct Vertex: Hashable {
        let state: Definition
        let memory: AnyHashable
    }

    private let bounds: BoundedSearch<Definition>
    private let history: MachineProperty<Definition>.History
    private var search = BreadthFirstSearch<Vertex, Definition.Event>()
    private var checkpoints: Checkpoints
    private var (next, depth, endOfLevel) = (0, 0, 0)
    private var (transitions, rejections, largestQueue) = (0, 0, 0)

    init(_ history: MachineProperty<Definition>.History, within bounds: BoundedSearch<Definition>) {
        self.bounds = bounds
        self.history = history
        checkpoints = Checkpoints(bounds.progress)
        for state in Definition.initialStates { search.find(Vertex(state: state, memory: history.start(state))) }
        endOfLevel = search.vertices.count
    }

    mutating func result(
        for property: MachineProperty<Definition>
    ) throws(ExplorationError<Definition>) -> BoundedResult<Definition> {
        if search.vertices.isEmpty { throw .noInitialStates }
        var broken: Trace<Definition>?
        while broken == nil, next < search.vertices.count, search.vertices.count <= bounds.limit, depth < bounds.depth {
            largestQueue = max(largestQueue, search.vertices.count - next)
            broken = expand()
            next += 1
            if transitions + rejections >= checkpoints.next {
                let statistics = statistics
                if checkpoints.pass(statistics) { throw .cancelled }
            }
            if next == endOfLevel, next < search.vertices.count {
                (depth, endOfLevel) = (depth + 1, search.vertices.count)
            }
        }
        let isComplete = broken == nil && next == search.vertices.count
        let answer: BoundedResult<Definition>.Answer =
            if let broken {
                .fails(property.counterexample(broken.steps.last?.reason ?? "", broken, at: .lastStep))
            } else if isComplete {
                .holds(witness: nil)
            } else {
                .undecided(reason: property.undecidedReason(after: statistics))
            }
        return BoundedResult(
            property: property.name,
            answer: answer,
            statistics: statistics,
            isComplete: isComplete
        )
    }

    /// Tries the events of the next vertex, and returns a run that breaks the claim, if it is there.
    private mutating func expand() -> Trace<Definition>? {
        let vertex = search.vertices[next]
        for event in vertex.state.sampleEvents {
            let step = TraceStep(from: vertex.state, event: event)
            if step.isHandled { transitions += 1 } else { rejections += 1 }
            guard let memory = history.next(vertex.memory, step) else {
                let (start, events) = search.path(to: next, then: event)
                return Trace(from: start.state, events: events)
            }
            search.find(Vertex(state: step.after, memory: memory), from: (next, event))
        }
        return nil
    }

    private var statistics: ExplorationStatistics {
        ExplorationStatistics(
            states: search.vertices.count,
            transitions: transitions,
            rejections: rejections,
            depth: search.vertices.count > endOfLevel ? depth + 1 : depth,
            largestQueue: largestQueue,
            duration: checkpoints.elapsed
        )
    }
}
