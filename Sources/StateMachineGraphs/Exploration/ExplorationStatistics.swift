/// The size of an exploration: states, transitions, rejected events, depth and time.
///
/// ```swift
/// print(graph.statistics)
/// // 4 states, 9 transitions, 11 rejections, depth 3, queue 2, 0.1 ms
/// ```
///
/// You get statistics from a graph, or from the `progress` closure of an exploration.
public struct ExplorationStatistics: Hashable, Sendable {
    /// The number of states, or the number of keys in an exploration with a key.
    public let states: Int

    /// The number of handled state/event pairs, counting sample events only.
    public let transitions: Int

    /// The number of rejected state/event pairs, counting sample events only.
    public let rejections: Int

    /// The largest distance of a state from the initial states.
    ///
    /// A state's distance is the number of events on the shortest path to it.
    public let depth: Int

    /// The maximum length of the queue of unexplored states.
    ///
    /// It contains the states that have been found but in which no event has been tried yet.
    public let largestQueue: Int

    /// How long the exploration took.
    public package(set) var duration: Duration

    package init(
        states: Int,
        transitions: Int,
        rejections: Int,
        depth: Int,
        largestQueue: Int,
        duration: Duration
    ) {
        self.states = states
        self.transitions = transitions
        self.rejections = rejections
        self.depth = depth
        self.largestQueue = largestQueue
        self.duration = duration
    }
}

extension ExplorationStatistics: CustomStringConvertible {
    /// A line with all figures.
    ///
    /// An example is `4 states, 9 transitions, 11 rejections, depth 3, queue 2, 0.1 ms`.
    public var description: String {
        """
        \(count(states, "state")), \(count(transitions, "transition")), \(count(rejections, "rejection")), depth \(depth), \
        queue \(largestQueue), \(duration.shortDescription)
        """
    }
}
