extension StateGraph {
    /// The graph's size and depth, and how long its exploration took.
    ///
    /// ```swift
    /// print(try StateGraph(exploring: Door.self).statistics)
    /// // 3 states, 4 transitions, 8 rejections, depth 1, queue 2, 0.1 ms
    /// ```
    ///
    /// - Complexity: O(*n* + *e*), with *n* states and *e* edges. No event is tried.
    public var statistics: ExplorationStatistics {
        var profile = ExplorationProfile()
        profile.advance(over: parents, successors)
        return profile.statistics(after: duration)
    }
}
