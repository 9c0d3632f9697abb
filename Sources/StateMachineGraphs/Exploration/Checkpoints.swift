/// The points at which a long exploration checks for cancellation and reports its progress.
///
/// Some thousand edges lie between two of them, so that their cost cannot be measured.
@usableFromInline
struct Checkpoints {
    /// The number of edges at which the next checkpoint is.
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

    /// Reports the progress of a search that counts by itself.
    ///
    /// - Returns: Whether it has to end, since its task was cancelled.
    mutating func pass(_ statistics: ExplorationStatistics) -> Bool {
        next += Self.interval
        progress?(statistics)
        return Task.isCancelled
    }

    /// Reports the progress of the exploration.
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
