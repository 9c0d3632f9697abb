/// A measurement that decides whether an exploration uses helpers.
///
/// It compares the times for the expansion of a state with and without helpers. Helpers save little
/// or nothing if other processes keep the cores busy.
@usableFromInline
struct HelpTrial {
    /// The purpose of a phase.
    private enum Phase {
        /// The time without helpers is measured.
        case alone
        /// The trial waits until a helper has worked in two blocks in a row.
        ///
        /// The system may take milliseconds to move a helper to another core. Until then, the
        /// helper saves no time.
        case starting(alone: Duration, regularBlocks: Int)
        /// The time with helpers is measured and compared with the time for a state without them.
        case helped(alone: Duration)
        /// A decision applies to a number of states. Then the time is measured again.
        case decided(length: Int)
    }

    /// Whether the exploration uses helpers now.
    @usableFromInline private(set) var isHelped = false

    private var phase = Phase.alone
    private var start: ContinuousClock.Instant
    private var first: Int
    private var tableSize: Int

    /// The last decision and the number of states to which it applied.
    private var lastDecision: (isHelped: Bool, length: Int)?

    /// The number of states after which a measured phase ends.
    static let measuredLength = 16_384

    /// The number of states after which the trial no longer waits for a helper.
    static let startingLength = 3 * measuredLength

    /// The number of states to which a new decision applies.
    ///
    /// It is small, because a measurement at the beginning is often wrong. Each repetition of the
    /// decision doubles the number, up to `longestLength`. A different decision applies to
    /// `shortestLength` states again.
    static let shortestLength = 16 * measuredLength
    static let longestLength = 64 * measuredLength

    /// The ratio of the times with and without helpers below which helpers are used.
    static let usefulRatio = 0.85

    /// Begins the phase without helpers.
    ///
    /// - Parameters:
    ///   - state: The first state of the phase.
    ///   - tableSize: The number of slots in the state table.
    ///   - now: The time before the phase.
    @usableFromInline
    init(at state: Int, tableSize: Int, now: ContinuousClock.Instant = .now) {
        (start, first, self.tableSize) = (now, state, tableSize)
    }

    /// Ends the current phase if it is long enough.
    ///
    /// The phase with helpers ends as soon as they can no longer save 15 % of the time.
    ///
    /// - Parameters:
    ///   - state: The number of the next state.
    ///   - tableSize: The number of slots in the state table. If the table has grown, a measured
    ///     phase begins again, because its time includes the growth. After growth in the phase with
    ///     helpers, the trial keeps the earlier time without helpers, although a larger table needs
    ///     more time.
    ///   - hasHelper: Whether a helper has worked since the last call.
    ///   - now: The current time.
    @usableFromInline
    mutating func pass(at state: Int, tableSize: Int, hasHelper: Bool, now: ContinuousClock.Instant = .now) {
        let hasGrown = tableSize != self.tableSize
        self.tableSize = tableSize
        let (count, duration) = (state - first, now - start)
        switch phase {
        case .decided(let length):
            if count < length { return }
            (phase, isHelped) = (.alone, false)
        case .alone where hasGrown, .helped where hasGrown:
            break
        case .alone:
            if count < Self.measuredLength { return }
            (phase, isHelped) = (.starting(alone: duration / count, regularBlocks: 0), true)
        case .starting(let alone, var regularBlocks):
            regularBlocks = hasHelper ? regularBlocks + 1 : 0
            phase = .starting(alone: alone, regularBlocks: regularBlocks)
            if regularBlocks < 2, count < Self.startingLength { return }
            phase = .helped(alone: alone)
        case .helped(let alone):
            let isSlow = duration >= alone * Self.usefulRatio * Double(max(count, Self.measuredLength))
            if count < Self.measuredLength, !isSlow { return }
            decide(!isSlow)
        }
        (start, first) = (now, state)
    }

    private mutating func decide(_ isHelped: Bool) {
        var length = Self.shortestLength
        if let last = lastDecision, last.isHelped == isHelped { length = min(2 * last.length, Self.longestLength) }
        (phase, self.isHelped, lastDecision) = (.decided(length: length), isHelped, (isHelped, length))
    }
}
