/// The moments of faults, spread evenly over the orders that are left.
struct Chaos {
    private let kills: Int
    private let start: Int
    private let end: Int

    /// Creates the faults of a run.
    ///
    /// - Parameters:
    ///   - kills: The number of workers to kill; `nil` for one per 20 orders.
    ///   - start: The number of orders that were finished at the beginning.
    ///   - end: The number of all orders.
    init(kills: Int?, from start: Int, to end: Int) {
        self.kills = start < end ? kills ?? max(1, (end - start) / 20) : 0
        self.start = start
        self.end = end
    }

    /// The number of workers to kill before a number of orders is finished.
    func kills(at finished: Int) -> Int { due(kills, at: finished) }

    /// The number of crashes of the server before a number of orders is finished: one per ten
    /// kills, at least one and at most 20.
    func crashes(at finished: Int) -> Int { due(min(20, max(1, kills / 10)), at: finished) }

    private func due(_ count: Int, at finished: Int) -> Int {
        guard start < end else { return 0 }
        return min(count, (finished - start) * (count + 1) / (end - start))
    }
}
