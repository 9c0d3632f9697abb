/// Measures an exploration by its arrays, and continues where it stopped when they have grown.
///
/// States stand in the order in which they were found, and were expanded in that order. So the
/// numbers of their parents ascend too.
struct ExplorationProfile {
    private var stateCount = 0
    private var edgeCount = 0
    private var transitions = 0
    private(set) var depth = 0
    private var largestQueue = 0

    /// The first state of the deepest level.
    private(set) var levelStart = 0

    /// - Complexity: O(*n* + *e*), with *n* new states and *e* new edges.
    mutating func advance(over parents: ChunkedArray<UInt32>, _ successors: ChunkedArray<UInt32>) {
        advance(over: parents)
        while edgeCount < successors.count {
            if successors[edgeCount] != .rejected { transitions += 1 }
            edgeCount += 1
        }
    }

    /// Measures the depth alone.
    mutating func advance(over parents: ChunkedArray<UInt32>) {
        while stateCount < parents.count {
            let (id, parent) = (stateCount, Int(parents[stateCount]))
            stateCount += 1
            if parent == id {
                largestQueue = stateCount
                continue
            }
            if parent >= levelStart { (depth, levelStart) = (depth + 1, id) }
            // All states after the parent, up to this one, were waiting then.
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
