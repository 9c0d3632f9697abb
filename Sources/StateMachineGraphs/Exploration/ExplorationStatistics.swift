/// The extent of an exploration: states, transitions, rejected events, depth and time.
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

    /// The number of pairs of a state and a sample event that the state handles.
    public let transitions: Int

    /// The number of pairs of a state and a sample event that the state rejects.
    public let rejections: Int

    /// The greatest distance of a state from the initial states, in events.
    ///
    /// The distance is the length of the shortest path to the state.
    public let depth: Int

    /// The maximum length of the queue of unexplored states.
    ///
    /// The queue contains the states that the exploration has found but in which it has not yet
    /// tried events.
    public let largestQueue: Int

    /// The duration of the exploration.
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
    /// The statistics on one line.
    ///
    /// An example is `4 states, 9 transitions, 11 rejections, depth 3, queue 2, 0.1 ms`.
    public var description: String {
        """
        \(count(states, "state")), \(count(transitions, "transition")), \(count(rejections, "rejection")), depth \(depth), \
        queue \(largestQueue), \(duration.shortDescription)
        """
    }
}
