/// A measurement that decides whether an exploration uses helpers.
///
/// It compares the times for equally many blocks with and without helpers. Helpers cost more than
/// they save if looking up a state takes longer than trying events, or if other processes keep the
/// cores busy.
@usableFromInline
struct HelpTrial {
    /// Whether the exploration uses helpers now.
    @usableFromInline private(set) var isHelped = false

    /// The duration of the phase without helpers.
    private var alone: Duration?

    /// Whether this is the long phase that follows a decision.
    ///
    /// After the long phase, the time is measured again, with and without helpers.
    private var isDecided = false
    private var rest = HelpTrial.phaseLength
    private var start: ContinuousClock.Instant
    private var tableSize: Int

    /// The number of blocks in a measured phase, and in the long phase.
    static let phaseLength = 32
    static let decidedLength = 16 * phaseLength

    @usableFromInline
    init(tableSize: Int, at now: ContinuousClock.Instant = .now) {
        start = now
        self.tableSize = tableSize
    }

    /// Counts a block.
    ///
    /// - Parameters:
    ///   - tableSize: The number of slots in the state table. When the table has grown, the time is
    ///     measured again, with and without helpers.
    ///   - now: The time after the block.
    @usableFromInline
    mutating func pass(tableSize: Int, at now: ContinuousClock.Instant = .now) {
        rest -= 1
        if rest > 0 { return }
        let (elapsed, hasGrown) = (now - start, tableSize != self.tableSize)
        (start, self.tableSize, rest) = (now, tableSize, Self.phaseLength)
        if isDecided {
            (isDecided, isHelped, alone) = (false, false, nil)
        } else if hasGrown {
            (isHelped, alone) = (false, nil)
        } else if let alone {
            isHelped = elapsed < alone * 0.95
            (isDecided, rest) = (true, Self.decidedLength)
        } else {
            (alone, isHelped) = (elapsed, true)
        }
    }
}
