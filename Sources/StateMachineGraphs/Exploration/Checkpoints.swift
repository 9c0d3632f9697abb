/// Points at which a long exploration checks for cancellation and reports its progress.
///
/// There are thousands of edges between two checkpoints, so a checkpoint costs too little to
/// measure.
@usableFromInline
struct Checkpoints {
    /// How many edges there are at the next checkpoint.
    @usableFromInline private(set) var next = Checkpoints.interval

    private static let interval = 4096
    private let start = ContinuousClock.now
    private let progress: ((ExplorationStatistics) -> Void)?
    private var profile = ExplorationProfile()

    @usableFromInline
    init(_ progress: ((ExplorationStatistics) -> Void)? = nil) {
        self.progress = progress
    }

    /// How long ago the exploration began.
    @usableFromInline var elapsed: Duration { ContinuousClock.now - start }

    /// Reports the progress of a search that counts its own edges.
    ///
    /// - Returns: Whether the search must end because its task was cancelled.
    @usableFromInline
    mutating func pass(_ statistics: ExplorationStatistics) -> Bool {
        next += Self.interval
        progress?(statistics)
        return Task.isCancelled
    }

    /// Reports an exploration's progress.
    ///
    /// - Returns: Whether the exploration must end because its task was cancelled.
    @usableFromInline
    mutating func pass(_ exploration: BreadthFirstExploration<some StateCoding>) -> Bool {
        next = exploration.edgeCount + Self.interval
        if let progress {
            profile.advance(over: exploration)
            progress(profile.statistics(after: elapsed))
        }
        return Task.isCancelled
    }
}
