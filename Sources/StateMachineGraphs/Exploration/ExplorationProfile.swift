/// An exploration's statistics, computed from its arrays.
///
/// When the arrays have grown, the computation continues where it stopped. States are expanded in
/// the order in which they are found, so the numbers of their parents ascend.
@usableFromInline
struct ExplorationProfile {
    private var stateCount = 0
    private var edgeCount = 0
    private var transitions = 0
    @usableFromInline private(set) var depth = 0
    private var largestQueue = 0

    /// At which state the deepest level begins.
    @usableFromInline private(set) var levelStart = 0

    /// Updates the statistics from the arrays of an exploration that stores its edges.
    ///
    /// - Complexity: O(*n* + *e*), with *n* new states and *e* new edges.
    mutating func advance(over parents: ChunkedArray<UInt32>, _ successors: ChunkedArray<UInt32>) {
        advance(over: parents)
        while edgeCount < successors.count {
            if successors[edgeCount] != .rejected { transitions += 1 }
            edgeCount += 1
        }
    }

    /// Updates the statistics from an exploration, whether it stores its edges or only counts them.
    mutating func advance(over exploration: BreadthFirstExploration<some StateCoding>) {
        if exploration.keepsEdges { return advance(over: exploration.parents, exploration.successors) }
        advance(over: exploration.parents)
        edgeCount = exploration.edgeCount
        transitions = edgeCount - exploration.countedRejections
    }

    /// Updates the number of states, the depth and the largest queue.
    @usableFromInline
    mutating func advance(over parents: ChunkedArray<UInt32>) {
        while stateCount < parents.count {
            let (id, parent) = (stateCount, Int(parents[stateCount]))
            stateCount += 1
            if parent == id {
                largestQueue = stateCount
                continue
            }
            if parent >= levelStart { (depth, levelStart) = (depth + 1, id) }
            // At that time, all states after the parent and before this state were waiting.
            largestQueue = max(largestQueue, id - parent)
        }
    }

    func statistics(after duration: Duration) -> ExplorationStatistics {
        ExplorationStatistics(
            states: stateCount,
            transitions: transitions,
            rejections: edgeCount - transitions,
            depth: depth,
            largestQueue: largestQueue,
            duration: duration
        )
    }
}
