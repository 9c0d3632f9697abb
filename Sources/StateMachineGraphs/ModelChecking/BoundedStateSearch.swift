public import StateMachines

/// A search for states and steps that decide properties, during one exploration for all of them.
@usableFromInline
struct BoundedStateSearch<Coding: StateCoding> {
    @usableFromInline typealias Definition = Coding.State

    @usableFromInline let bounds: BoundedSearch<Definition>
    @usableFromInline let properties: [MachineProperty<Definition>]
    let isAbstracted: Bool

    @usableFromInline var exploration: BreadthFirstExploration<Coding>
    @usableFromInline var checkpoints: Checkpoints
    @usableFromInline var levels = ExplorationProfile()

    /// How many states were checked, and how many states had their steps checked.
    @usableFromInline var (seenStates, seenSources) = (0, 0)

    /// Undecided properties about states, and undecided properties about steps.
    @usableFromInline var stateClaims: [Claim<Definition>] = []
    @usableFromInline var stepClaims: [Claim<TraceStep<Definition>>] = []

    /// States or steps that decided each property, by the property's index.
    @usableFromInline var discoveries: [Int: Discovery] = [:]

    @usableFromInline
    struct Claim<Subject> {
        /// The property's index.
        @usableFromInline let index: Int
        @usableFromInline let decides: (Subject) -> Bool
    }

    /// A state, or a step from this state.
    @usableFromInline
    struct Discovery {
        @usableFromInline let id: Int
        @usableFromInline let step: TraceStep<Definition>?

        @inlinable
        init(id: Int, step: TraceStep<Definition>? = nil) {
            self.id = id
            self.step = step
        }
    }

    @usableFromInline
    init(
        _ coding: Coding,
        within bounds: BoundedSearch<Definition>,
        _ properties: [MachineProperty<Definition>],
        _ isAbstracted: Bool,
        _ progress: ((ExplorationStatistics) -> Void)?,
        work: SharedWork<Coding>? = nil
    ) {
        self.bounds = bounds
        self.properties = properties
        self.isAbstracted = isAbstracted
        checkpoints = Checkpoints(progress)
        exploration = BreadthFirstExploration(
            coding,
            within: bounds.constraint,
            keepsEdges: properties.contains { $0.promise != nil },
            work: work ?? SharedWork(threads: bounds.threads)
        )
        for (index, property) in properties.enumerated() {
            switch property.claim {
            case .safety(let safety):
                // The search calls the closures for each state and step, so they are short.
                if let holds = safety.holds {
                    let withRejected = safety.isAboutRejections
                    stepClaims.append(Claim(index: index) { (withRejected || $0.isHandled) && !holds($0) })
                } else if let isBroken = safety.isBroken, safety.kind == .noDeadEnd, let constraint = bounds.constraint
                {
                    // A state outside the constraint was not expanded, so it is not a dead end.
                    stateClaims.append(Claim(index: index) { constraint($0) && isBroken($0) })
                } else if let isBroken = safety.isBroken {
                    stateClaims.append(Claim(index: index, decides: isBroken))
                }
            case .goal(let goal): stateClaims.append(Claim(index: index, decides: goal))
            case .promise: break
            }
        }
    }

    /// Explores until all properties are decided or a bound is reached.
    @inlinable
    mutating func explore() throws(ExplorationError<Definition>) {
        defer { exploration.work.close() }
        var outcomes: [BreadthFirstExploration<Coding>.Outcome] = []
        while exploration.end == .complete {
            let isOver = exploration.isExplored || isFull || exploration.isFull
            if isOver || exploration.isAtBlockEnd {
                lookAtStates()
                lookAtSteps()
            }
            if isOver || isDecided { break }
            levels.advance(over: exploration.parents)
            let isDeep = levels.depth >= bounds.depth
            if isDeep, exploration.expandedCount >= levels.levelStart { break }
            exploration.advance(
                &outcomes,
                before: isDeep ? levels.levelStart : .max,
                stateLimit: bounds.stateLimit
            )
            if exploration.edgeCount >= checkpoints.next, checkpoints.pass(exploration) { throw .cancelled }
        }
        if exploration.end == .noInitialStates { throw .noInitialStates }
    }

    /// Whether each property was decided by a state or a step.
    @inlinable var isDecided: Bool { discoveries.count == properties.count }

    /// Whether there are more states than the limit allows.
    @inlinable var isFull: Bool { exploration.parents.count > bounds.stateLimit }

    /// Checks the states that were found since the last call, nearest first.
    @inlinable
    mutating func lookAtStates() {
        while seenStates < exploration.found.codes.count, !stateClaims.isEmpty, !isDecided {
            let state = exploration.found.coding.state(of: exploration.found.codes[seenStates])
            if stateClaims.contains(where: { $0.decides(state) }) {
                for claim in stateClaims where claim.decides(state) {
                    discoveries[claim.index] = Discovery(id: seenStates)
                }
                stateClaims.removeAll { discoveries[$0.index] != nil }
            }
            seenStates += 1
        }
    }

    /// Checks the steps from the states that were expanded since the last call.
    @inlinable
    mutating func lookAtSteps() {
        while seenSources < exploration.expandedCount, !stepClaims.isEmpty, !isDecided {
            let state = exploration.found.coding.state(of: exploration.found.codes[seenSources])
            if bounds.constraint?(state) != false { lookAtSteps(from: state) }
            seenSources += 1
        }
    }

    @inlinable
    mutating func lookAtSteps(from state: Definition) {
        for event in state.sampleEvents {
            let step = TraceStep(from: state, event: event)
            guard stepClaims.contains(where: { $0.decides(step) }) else { continue }
            for claim in stepClaims where claim.decides(step) {
                discoveries[claim.index] = Discovery(id: seenSources, step: step)
            }
            stepClaims.removeAll { discoveries[$0.index] != nil }
        }
    }
}
