public import StateMachines

/// A breadth-first exploration, which finds the states and each one's successors.
///
/// It expands the states in batches, so a caller can look at new states after each batch.
///
/// This type does not use `BreadthFirstSearch`: it stores a word or a state for each vertex and
/// four bytes for each edge, and it prefetches its hash table's slots.
@usableFromInline
struct BreadthFirstExploration<Coding: StateCoding> {
    @usableFromInline var found: StateTable<Coding>
    @usableFromInline var offsets = ChunkedArray<UInt32>()
    @usableFromInline var successors = ChunkedArray<UInt32>()
    @usableFromInline var parents = ChunkedArray<UInt32>()
    @usableFromInline var initialCount = 0

    /// How many states are expanded.
    @usableFromInline var expandedCount = 0

    /// Whether the exploration stores each state's successors.
    @usableFromInline let keepsEdges: Bool

    /// Which sample event first led to each state, if edges are not stored.
    ///
    /// Each element is the event's index in the parent's sample events. The exploration then only
    /// counts the edges.
    @usableFromInline var arrivals = ChunkedArray<UInt32>()
    @usableFromInline var (countedEdges, countedRejections) = (0, 0)

    /// States that were found but not expanded, because they are outside the constraint, in
    /// ascending order.
    @usableFromInline var cut: [UInt32] = []

    @usableFromInline var end = ExplorationEnd.complete

    @usableFromInline let constraint: (@Sendable (Coding.State) -> Bool)?

    /// Work that several threads share in a large state space.
    @usableFromInline var work: SharedWork<Coding>

    /// An event's outcome, before the exploration looks up the next state.
    @usableFromInline
    struct Outcome {
        @usableFromInline let source: UInt32
        /// A stored form of the next state, or `nil` if the event is rejected.
        @usableFromInline let code: Coding.Code?
        @usableFromInline let hash: UInt64

        @inlinable
        init(source: UInt32, code: Coding.Code?, hash: UInt64) {
            self.source = source
            self.code = code
            self.hash = hash
        }
    }

    /// Creates an exploration that has found the initial states.
    @inlinable
    init(
        _ coding: Coding,
        from initialStates: [Coding.State] = Coding.State.initialStates,
        within constraint: (@Sendable (Coding.State) -> Bool)? = nil,
        keepsEdges: Bool = true,
        work: SharedWork<Coding> = SharedWork()
    ) {
        found = StateTable(coding, divisionSize: work.divisionSize)
        self.work = work
        self.constraint = constraint
        self.keepsEdges = keepsEdges
        for state in initialStates {
            guard let code = coding.code(of: state) else {
                end = .lossyCode
                return
            }
            found.reserve(1)
            let id = found.insert(code, hash: found.hash(of: code))
            guard id == parents.count else { continue }
            parents.append(UInt32(id))
            if !keepsEdges { arrivals.append(0) }
        }
        initialCount = parents.count
        if initialCount == 0 { end = .noInitialStates }
    }

    /// Explores breadth first until the exploration ends, and sets `end` to the reason.
    @inlinable
    mutating func run(stateLimit: Int, _ checkpoints: inout Checkpoints) {
        var outcomes: [Outcome] = []
        while end == .complete, !isExplored {
            advance(&outcomes, stateLimit: stateLimit)
            if parents.count > stateLimit || isFull { end = .tooManyStates }
            if edgeCount >= checkpoints.next, checkpoints.pass(self) { end = .cancelled }
        }
        finish()
    }

    /// Whether all states of the current block are expanded.
    ///
    /// If a search looks at new states only at these points, its result does not depend on the
    /// number of threads.
    @inlinable var isAtBlockEnd: Bool { expandedCount >= work.blockEnd }

    /// Expands the next states: a few of them, or a whole block together with the helpers.
    ///
    /// - Parameters:
    ///   - outcomes: An empty array, which the caller reuses for its capacity.
    ///   - last: The first state that the method must not expand. A later call may pass a smaller
    ///     number, but not less than the number of states that are known now.
    ///   - stateLimit: The number of states after which the caller stops.
    @inlinable
    mutating func advance(_ outcomes: inout [Outcome], before last: Int = .max, stateLimit: Int) {
        var last = last
        if found.codes.count >= work.threshold {
            if isAtBlockEnd {
                work.plan(from: expandedCount, before: min(last, found.codes.count), edgeCount: edgeCount)
                if work.usesHelpers(at: expandedCount, tableSize: found.slots.count), expandTogether(stateLimit) {
                    return
                }
            }
            last = work.blockEnd
        }
        expand(&outcomes, before: last)
    }

    /// Whether every state that was found has been expanded.
    @inlinable var isExplored: Bool { expandedCount == found.codes.count }

    /// How many events were tried.
    @inlinable var edgeCount: Int { keepsEdges ? successors.count : countedEdges }

    /// Whether there are more edges than the exploration can number.
    @inlinable var isFull: Bool { successors.count > Int(UInt32.max / 2) }

    /// Closes the list of successors, after which no state can be expanded.
    ///
    /// The states that have not been expanded are added to `cut`.
    @inlinable
    mutating func finish() {
        work.close()
        for id in expandedCount..<found.codes.count {
            cut.append(UInt32(id))
            offsets.append(UInt32(successors.count))
        }
        offsets.append(UInt32(successors.count))
    }

    /// Returns whether a state is outside the constraint.
    @inlinable
    @inline(never)
    func isOutside(_ state: Coding.State) -> Bool { constraint.map { !$0(state) } ?? false }

    /// Expands the next states, in the order in which they were found.
    ///
    /// - Parameters:
    ///   - outcomes: An empty array, which the caller reuses for its capacity. The array is empty
    ///     again when the method returns, unless the exploration ends.
    ///   - last: The state's number before which the method stops.
    @inlinable
    @inline(__always)
    mutating func expand(_ outcomes: inout [Outcome], before last: Int = .max) {
        let coding = found.coding
        let isConstrained = constraint != nil
        let last = min(last, found.codes.count)
        // Tries the events of several states first and then looks up all next states.
        while expandedCount < last, outcomes.count < 64 {
            let source = UInt32(expandedCount)
            expandedCount += 1
            if keepsEdges { offsets.append(UInt32(successors.count + outcomes.count)) }
            let state = coding.state(of: found.codes[Int(source)])
            if isConstrained, isOutside(state) {
                cut.append(source)
                continue
            }
            let isLossless = Self.tryEvents(of: state, coding) { code, hash in
                outcomes.append(Outcome(source: source, code: code, hash: hash))
            }
            if !isLossless {
                end = .lossyCode
                return
            }
        }
        found.reserve(outcomes.count)
        found.touch(outcomes.lazy.map(\.hash))
        if keepsEdges { keepEdges(outcomes) } else { count(outcomes) }
        outcomes.removeAll(keepingCapacity: true)
    }

    /// Tries a state's events.
    ///
    /// - Parameter add: The closure that receives the stored form of each next state with its hash,
    ///   or `nil` for a rejected event.
    /// - Returns: Whether each next state can be restored from its stored form.
    @inlinable
    @inline(__always)
    static func tryEvents(of state: Coding.State, _ coding: Coding, add: (Coding.Code?, UInt64) -> Void) -> Bool {
        for event in state.sampleEvents {
            var successor = state
            do throws(Coding.State.Rejection) {
                _ = try successor.handleEvent(event)
            } catch {
                add(nil, 0)
                continue
            }
            guard let code = coding.code(of: successor) else { return false }
            add(code, coding.hash(of: coding.key(of: code)))
        }
        return true
    }

    @inlinable
    @inline(__always)
    mutating func keepEdges(_ outcomes: [Outcome]) {
        let targets: [UInt32] = outcomes.map { outcome in
            guard let code = outcome.code else { return .rejected }
            let target = found.insert(code, hash: outcome.hash)
            if target == parents.count { parents.append(outcome.source) }
            return UInt32(target)
        }
        successors.append(contentsOf: targets)
    }

    /// Counts edges and stores how each new state was found.
    @inlinable
    mutating func count(_ outcomes: [Outcome]) {
        countedEdges += outcomes.count
        var (source, offset) = (UInt32.max, UInt32(0))
        for outcome in outcomes {
            (source, offset) = (outcome.source, outcome.source == source ? offset + 1 : 0)
            guard let code = outcome.code else {
                countedRejections += 1
                continue
            }
            let target = found.insert(code, hash: outcome.hash)
            guard target == parents.count else { continue }
            parents.append(source)
            arrivals.append(offset)
        }
    }
}

/// How an exploration ended.
@usableFromInline
enum ExplorationEnd {
    /// All states were found.
    case complete

    /// More states were found than the limit allows.
    case tooManyStates

    /// A state could not be restored from its stored form.
    case lossyCode

    /// There are no initial states.
    case noInitialStates

    /// The exploration's task was cancelled.
    case cancelled
}
