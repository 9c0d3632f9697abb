/// How much was explored: states, transitions, rejected events, depth and time.
///
/// ```swift
/// print(graph.statistics)
/// // 4 states, 9 transitions, 11 rejections, depth 3, queue 2, 0.1 ms
/// ```
///
/// The statistics of a graph, and of an exploration that is under way.
public struct ExplorationStatistics: Hashable, Sendable {
    /// How many states were found; with a key, how many keys.
    public let states: Int

    /// How many pairs of a state and a sample event are handled.
    public let transitions: Int

    /// How many pairs of a state and a sample event are rejected.
    public let rejections: Int

    /// The length of the longest of all shortest paths from an initial state: the greatest distance that was found.
    public let depth: Int

    /// How many states had been found and not expanded, when that were the most.
    public let largestQueue: Int

    /// How long it took.
    public let duration: Duration
}

extension ExplorationStatistics: CustomStringConvertible {
    /// All of it on one line, such as `4 states, 9 transitions, 11 rejections, depth 3, queue 2, 0.1 ms`.
    public var description: String {
        """
        \(count(states, "state")), \(count(transitions, "transition")), \(count(rejections, "rejection")), depth \(depth), \
        queue \(largestQueue), \(duration.shortDescription)
        """
    }
}

/// A number of things, such as `1 state` or `2 states`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

extension Duration {
    /// Seconds or milliseconds, with one digit after the point.
    var shortDescription: String {
        let milliseconds = self / .milliseconds(1)
        return milliseconds < 1000
            ? "\((milliseconds * 10).rounded() / 10) ms" : "\((milliseconds / 100).rounded() / 10) s"
    }
}
