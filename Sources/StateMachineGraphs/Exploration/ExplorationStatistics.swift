/// How much was explored: states, transitions, rejected events, depth and time.
///
/// ```swift
/// print(graph.statistics)
/// // 4 states, 9 transitions, 11 rejections, depth 3, queue 2, 0.1 ms
/// ```
///
/// The statistics of a graph, or of an exploration that is not over.
public struct ExplorationStatistics: Hashable, Sendable {
    /// How many states were found; with a key, how many keys.
    public let states: Int

    /// How many pairs of a state and a sample event are handled.
    public let transitions: Int

    /// How many pairs of a state and a sample event are rejected.
    public let rejections: Int

    /// The length of the longest of all shortest paths from an initial state: the greatest distance
    /// that was found.
    public let depth: Int

    /// The largest number of states that were found and not yet expanded, at any time.
    public let largestQueue: Int

    /// How long it took.
    public let duration: Duration
}

extension ExplorationStatistics: CustomStringConvertible {
    /// All of it on one line, such as
    /// `4 states, 9 transitions, 11 rejections, depth 3, queue 2, 0.1 ms`.
    public var description: String {
        """
        \(count(states, "state")), \(count(transitions, "transition")), \(count(rejections, "rejection")), depth \(depth), \
        queue \(largestQueue), \(duration.shortDescription)
        """
    }
}
