public import StateMachines

/// What an exploration finds: the states, and the successors of each.
@usableFromInline
struct Exploration<Coding: StateCoding> {
    @usableFromInline var found: FoundStates<Coding>
    @usableFromInline var offsets = ChunkedArray<UInt32>()
    @usableFromInline var successors = ChunkedArray<UInt32>()
    @usableFromInline var parents = ChunkedArray<UInt32>()
    @usableFromInline var initialCount = 0

    @usableFromInline var end = ExplorationEnd.complete

    /// What becomes of an event.
    @usableFromInline
    struct Outcome {
        @usableFromInline let source: UInt32
        /// The state after it; nothing if it is rejected.
        @usableFromInline let code: Coding.Code?
        @usableFromInline let hash: UInt64

        @inlinable
        init(source: UInt32, code: Coding.Code? = nil, hash: UInt64 = 0) {
            self.source = source
            self.code = code
            self.hash = hash
        }
    }

    /// Explores breadth first, until more states are found than the limit says, or one that could not be had back from its code.
    @inlinable
    init(_ coding: Coding, limit: Int) {
        found = FoundStates(coding)
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

        var outcomes: [Outcome] = []
        while offsets.count < found.codes.count {
            // The events of several states first, then all look-ups in the hash table.
            while offsets.count < found.codes.count, outcomes.count < 64 {
                let source = UInt32(offsets.count)
                offsets.append(UInt32(successors.count + outcomes.count))
                let state = coding.state(of: found.codes[Int(source)])
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
            if parents.count > limit || successors.count > Int(UInt32.max / 2) {
                end = .tooManyStates
                return
            }
            outcomes.removeAll(keepingCapacity: true)
        }
        offsets.append(UInt32(successors.count))
    }
}

/// How an exploration has ended.
@usableFromInline
enum ExplorationEnd {
    /// Everything was found.
    case complete

    /// More states were found than the limit says.
    case tooManyStates

    /// A state could not be had back from what would be kept of it.
    case lossyCode
}

extension UInt32 {
    /// Stands for the successor of an event that was rejected.
    @inlinable static var rejected: UInt32 { .max }
}
