public import StateMachines

/// What an exploration finds: the states, and the successors of each.
///
/// Not a `BreadthFirstSearch`: it stores a word or a state for each vertex, four bytes for each
/// edge, and prefetches its hash table.
///
/// It expands batch by batch, so that a caller can look at what was found in between.
@usableFromInline
struct BreadthFirstExploration<Coding: StateCoding> {
    @usableFromInline var found: StateTable<Coding>
    @usableFromInline var offsets = ChunkedArray<UInt32>()
    @usableFromInline var successors = ChunkedArray<UInt32>()
    @usableFromInline var parents = ChunkedArray<UInt32>()
    @usableFromInline var initialCount = 0

    /// The states that were found and not expanded, in ascending order: they are outside of the
    /// constraint.
    @usableFromInline var cut: [UInt32] = []

    @usableFromInline var end = ExplorationEnd.complete

    @usableFromInline let constraint: (@Sendable (Coding.State) -> Bool)?

    /// The outcome of one event, before its state is looked up.
    @usableFromInline
    struct Outcome {
        @usableFromInline let source: UInt32
        /// The state after it; `nil` if it is rejected.
        @usableFromInline let code: Coding.Code?
        @usableFromInline let hash: UInt64

        @inlinable
        init(source: UInt32, code: Coding.Code? = nil, hash: UInt64 = 0) {
            self.source = source
            self.code = code
            self.hash = hash
        }
    }

    /// Finds the initial states.
    @inlinable
    init(_ coding: Coding, within constraint: (@Sendable (Coding.State) -> Bool)? = nil) {
        found = StateTable(coding)
        self.constraint = constraint
        for state in Coding.State.initialStates {
            guard let code = coding.code(of: state) else {
                end = .lossyCode
                return
            }
            found.reserve(1)
            let id = found.insert(code, hash: found.hash(of: code))
            if id == parents.count { parents.append(UInt32(id)) }
        }
        initialCount = parents.count
        if initialCount == 0 { end = .noInitialStates }
    }

    /// Explores breadth first until all states are found or something else ends it, and sets `end`.
    @inlinable
    mutating func run(stateLimit: Int, _ checkpoints: inout Checkpoints) {
        var outcomes: [Outcome] = []
        while end == .complete, offsets.count < found.codes.count {
            expand(&outcomes)
            if parents.count > stateLimit || isFull { end = .tooManyStates }
            if successors.count >= checkpoints.next, checkpoints.pass(parents, successors) { end = .cancelled }
        }
        finish()
    }

    /// Whether there are more edges than can be counted.
    @inlinable var isFull: Bool { successors.count > Int(UInt32.max / 2) }

    /// Closes the list of successors; nothing can be expanded after that.
    @inlinable
    mutating func finish() { offsets.append(UInt32(successors.count)) }

    /// Whether a state is outside of the constraint.
    @inlinable
    @inline(never)
    func isOutside(_ state: Coding.State) -> Bool { constraint.map { !$0(state) } ?? false }

    /// Expands some of the states that were found, in their order.
    ///
    /// - Parameters:
    ///   - outcomes: An empty array, which is empty again afterwards; it is reused for its
    ///     capacity.
    ///   - last: The state to stop before.
    @inlinable
    @inline(__always)
    mutating func expand(_ outcomes: inout [Outcome], before last: Int = .max) {
        let coding = found.coding
        let isConstrained = constraint != nil
        let last = min(last, found.codes.count)
        // The events of several states first, then all look-ups in the hash table.
        while offsets.count < last, outcomes.count < 64 {
            let source = UInt32(offsets.count)
            offsets.append(UInt32(successors.count + outcomes.count))
            let state = coding.state(of: found.codes[Int(source)])
            if isConstrained, isOutside(state) {
                cut.append(source)
                continue
            }
            for event in state.sampleEvents {
                var successor = state
                do throws(TransitionError) {
                    _ = try successor.handleEvent(event)
                } catch {
                    outcomes.append(Outcome(source: source))
                    continue
                }
                guard let code = coding.code(of: successor) else {
                    end = .lossyCode
                    return
                }
                outcomes.append(Outcome(source: source, code: code, hash: found.hash(of: code)))
            }
        }
        found.reserve(outcomes.count)
        found.touch(outcomes.lazy.map(\.hash))
        let targets: [UInt32] = outcomes.map { outcome in
            guard let code = outcome.code else { return .rejected }
            let target = found.insert(code, hash: outcome.hash)
            if target == parents.count { parents.append(outcome.source) }
            return UInt32(target)
        }
        successors.append(contentsOf: targets)
        outcomes.removeAll(keepingCapacity: true)
    }
}
