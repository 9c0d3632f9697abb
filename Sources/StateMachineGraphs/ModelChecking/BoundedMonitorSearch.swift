public import StateMachines

/// A search for a run that violates an `atAllTimes` property, during an exploration.
@usableFromInline
struct BoundedMonitorSearch<Coding: StateCoding> {
    @usableFromInline typealias Definition = Coding.State

    @usableFromInline let bounds: BoundedSearch<Definition>
    @usableFromInline let memories: MemoryTable<Definition>
    let isAbstracted: Bool

    /// States, which the search knows by their numbers.
    ///
    /// A state's events are tried once for each memory.
    @usableFromInline var found: StateTable<Coding>
    @usableFromInline var monitors = MonitorSearch<Definition.Event>()
    @usableFromInline var checkpoints: Checkpoints
    @usableFromInline var (transitions, rejections, largestQueue) = (0, 0, 0)
    @usableFromInline var isLossy = false

    /// A run whose last step violates the property.
    @usableFromInline var broken: Trace<Definition>?

    @usableFromInline
    init(
        _ coding: Coding,
        _ memories: MemoryTable<Definition>,
        within bounds: BoundedSearch<Definition>,
        _ isAbstracted: Bool,
        _ progress: ((ExplorationStatistics) -> Void)?
    ) {
        self.bounds = bounds
        self.memories = memories
        self.isAbstracted = isAbstracted
        found = StateTable(coding)
        checkpoints = Checkpoints(progress)
    }

    /// Explores until the property is violated or a bound is reached.
    @inlinable
    mutating func explore() throws(ExplorationError<Definition>) {
        for state in Definition.initialStates {
            if let id = number(of: state) { monitors.begin(in: id, remembering: memories.start(self.state(id))) }
        }
        if monitors.count == 0 && !isLossy { throw .noInitialStates }
        while broken == nil, !isLossy, monitors.count <= bounds.stateLimit, monitors.search.nextDepth < bounds.depth,
            let index = monitors.takeNext()
        {
            largestQueue = max(largestQueue, monitors.count - index)
            expand(index)
            if transitions + rejections >= checkpoints.next, checkpoints.pass(statistics) { throw .cancelled }
        }
    }

    @inlinable
    func state(_ id: Int) -> Definition { found.coding.state(of: found.codes[id]) }

    /// Returns a state's number and adds the state if it is new.
    ///
    /// - Returns: `nil` if the state could not be restored from its stored form.
    @inlinable
    mutating func number(of state: Definition) -> Int? {
        guard let code = found.coding.code(of: state) else {
            isLossy = true
            return nil
        }
        found.reserve(1)
        return found.insert(code, hash: found.hash(of: code))
    }

    /// Tries a vertex's events, until an event violates the property.
    @inlinable
    mutating func expand(_ index: Int) {
        let (id, before) = monitors[index]
        let state = state(id)
        if bounds.constraint?(state) == false { return }
        for event in state.sampleEvents {
            let step = TraceStep(from: state, event: event)
            if step.isHandled { transitions += 1 } else { rejections += 1 }
            guard let memory = memories.next(before, step) else {
                broken = trace(to: index, then: event)
                return
            }
            guard let target = step.isHandled ? number(of: step.after) : id else { return }
            monitors.follow(event, from: index, to: target, remembering: memory)
        }
    }

    /// Returns the shortest run to a vertex, with one more event.
    ///
    /// With a key, each step leads to a representing state.
    @usableFromInline
    func trace(to index: Int, then event: Definition.Event) -> Trace<Definition> {
        let (initial, events) = monitors.run(to: index, then: event)
        guard isAbstracted else { return Trace(from: state(initial), events: events) }
        var steps: [TraceStep<Definition>] = []
        for event in events {
            let step = TraceStep(from: steps.last?.after ?? state(initial), event: event)
            steps.append(step.ending(in: found.find(step.after).map(state) ?? step.after))
        }
        return Trace(from: state(initial), steps: steps)
    }

    @usableFromInline var statistics: ExplorationStatistics {
        ExplorationStatistics(
            states: monitors.count,
            transitions: transitions,
            rejections: rejections,
            depth: monitors.search.largestDepth,
            largestQueue: largestQueue,
            duration: checkpoints.elapsed
        )
    }

    /// Returns the result for the property.
    ///
    /// - Returns: `nil` if a state could not be restored from its stored form.
    @usableFromInline
    func result(for property: MachineProperty<Definition>) -> BoundedResult<Definition>? {
        if isLossy { return nil }
        let isComplete = broken == nil && monitors.search.takenCount == monitors.count
        let verdict: Verdict<Definition> =
            if let broken {
                .fails(
                    property.counterexample(
                        broken.steps.last?.reason ?? "",
                        broken,
                        at: .lastStep,
                        isAbstracted: isAbstracted
                    )
                )
            } else if isComplete {
                .holds(witness: nil)
            } else {
                property.undecided(after: statistics)
            }
        var tooManyStates: TooManyStates<Definition>?
        if broken == nil, monitors.count > bounds.stateLimit {
            let last = (max(0, monitors.count - 1000)..<monitors.count).map { state(monitors[$0].state) }
            tooManyStates = TooManyStates(stateLimit: bounds.stateLimit, [], last)
        }
        return BoundedResult(
            property: property.name,
            verdict: verdict,
            statistics: statistics,
            isComplete: isComplete,
            tooManyStates: tooManyStates
        )
    }
}
