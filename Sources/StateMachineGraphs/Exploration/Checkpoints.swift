/// Where a long exploration looks up: whether its task was cancelled, and who wants to know how far it is.
///
/// Some thousand edges lie between two of them, so that they cost nothing that could be measured.
@usableFromInline
struct Checkpoints {
    /// The number of edges at which the next one comes.
    @usableFromInline private(set) var next = Checkpoints.interval

    private static let interval = 4096
    private let start = ContinuousClock.now
    private let progress: ((ExplorationStatistics) -> Void)?
    private var profile = ExplorationProfile()

    @usableFromInline
    init(_ progress: ((ExplorationStatistics) -> Void)? = nil) {
        self.progress = progress
    }

    /// The time since the beginning.
    @usableFromInline var elapsed: Duration { ContinuousClock.now - start }

    /// Tells how far a search is that counts by itself.
    ///
    /// - Returns: Whether it has to end, since its task was cancelled.
    mutating func pass(_ statistics: ExplorationStatistics) -> Bool {
        next += Self.interval
        progress?(statistics)
        return Task.isCancelled
    }

    /// Tells how far the exploration is.
    ///
    /// - Returns: Whether it has to end, since its task was cancelled.
    @usableFromInline
    mutating func pass(_ parents: ChunkedArray<UInt32>, _ successors: ChunkedArray<UInt32>) -> Bool {
        next = successors.count + Self.interval
        if let progress {
            profile.advance(over: parents, successors)
            progress(profile.statistics(after: elapsed))
        }
        return Task.isCancelled
    }
}
