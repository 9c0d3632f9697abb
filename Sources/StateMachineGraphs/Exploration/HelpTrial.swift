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
        /// The trial waits until a helper works regularly.
        ///
        /// The system may take milliseconds to move a helper to another core. Until then, the
        /// helper saves no time.
        case starting(alone: Duration)
        /// The time with helpers is measured and compared with the time for a state without them.
        case helped(alone: Duration)
        /// A decision applies. Then the time is measured again.
        case decided
    }

    /// Whether the exploration uses helpers now.
    @usableFromInline private(set) var isHelped = false

    private var phase = Phase.alone
    private var start: ContinuousClock.Instant
    private var first: Int
    private var tableSize: Int

    /// The number of states after which a measured phase or a decision ends.
    private var length = HelpTrial.measuredLength

    /// The number of blocks in a row in which a helper has worked, while helpers are started.
    private var regularBlocks = 0

    /// The last decision, and the number of states for which it applied.
    private var lastDecision = (isHelped: false, length: 0)

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
        case .decided:
            if count < length { return }
            (phase, isHelped, length) = (.alone, false, Self.measuredLength)
        case .alone where hasGrown, .helped where hasGrown:
            break
        case .alone:
            if count < length { return }
            (phase, isHelped, regularBlocks) = (.starting(alone: duration / count), true, 0)
        case .starting(let alone):
            regularBlocks = hasHelper ? regularBlocks + 1 : 0
            if regularBlocks < 2, count < Self.startingLength { return }
            phase = .helped(alone: alone)
        case .helped(let alone):
            let isSlow = duration >= alone * Self.usefulRatio * Double(max(count, length))
            if count < length, !isSlow { return }
            decide(!isSlow)
        }
        (start, first) = (now, state)
    }

    private mutating func decide(_ isHelped: Bool) {
        let isSame = lastDecision.length > 0 && lastDecision.isHelped == isHelped
        length = isSame ? min(2 * lastDecision.length, Self.longestLength) : Self.shortestLength
        (phase, self.isHelped, lastDecision) = (.decided, isHelped, (isHelped, length))
    }
}
