import StateMachines

/// Blocks of a large exploration, which several threads expand together.
///
/// All threads expand a block in four steps and wait for each other after each step:
///
/// 1. They try the states' events. Each thread does this for some chunks of the block.
/// 2. They look up the next states in the table. Each thread does this for some regions, so no two
///    threads write to the same memory.
/// 3. They number the new states of some chunks each. Only the outcomes' order determines the
///    numbers, so the graph does not depend on the number of threads or their speed.
/// 4. They store the numbers in the table and append the new states and the successors.
///
/// During the second step, the threads also try the next block's events, so they wait less often.
/// They try events in a separate step only if the block's events were not tried before.
///
/// On two idle cores, a space of 5.5 million states is explored over 1.6 times as fast as on one.
@usableFromInline
struct SharedWork<Coding: StateCoding> {
    @usableFromInline typealias Chunk = SharedChunk<Coding>

    /// How many states must be found before the exploration uses blocks.
    @usableFromInline let threshold: Int

    /// How many slots a table must have to be divided into regions.
    @usableFromInline let divisionSize: Int

    /// Whether the exploration measures if helpers save time.
    @usableFromInline let isMeasured: Bool

    /// The current measurement.
    @usableFromInline var measurement: HelperMeasurement?

    /// A loop that runs the helpers; `nil` with one thread and after `close()`.
    @usableFromInline var loop: ParallelLoop?

    /// Where the current block ends, and where the next one ends.
    ///
    /// They do not depend on the helpers.
    @usableFromInline private(set) var (blockEnd, nextEnd) = (0, 0)

    /// Chunks of the current block and of the next one.
    @usableFromInline var (block, next) = ([Chunk](), [Chunk]())

    /// States whose events were tried together with the look-ups of the block before them.
    @usableFromInline private(set) var triedStates = 0..<0
    @usableFromInline var regions: [SharedRegion<Coding>] = []

    /// How many blocks were expanded in the four steps, even if no helper took part.
    @usableFromInline var sharedBlockCount = 0

    /// How many chunks a block has at most.
    @inlinable static var chunkLimit: Int { 16 }

    /// How many edges a block should have.
    @inlinable static var edgeGoal: Int { 24_576 }

    /// Configures the helpers of an exploration.
    ///
    /// - Parameters:
    ///   - threads: The number of threads; `nil` for one on each core.
    ///   - threshold: How many states must be found before the exploration uses blocks.
    ///   - divisionSize: How many slots a table must have to be divided into regions.
    ///   - isMeasured: Whether a measurement decides if helpers are used. Otherwise, they are
    ///     always used.
    @inlinable
    init(threads: Int? = nil, threshold: Int = 20_000, divisionSize: Int = 1 << 16, isMeasured: Bool = true) {
        let helperLimit = (threads ?? coreCount) - 1
        (self.threshold, self.isMeasured) = (threshold, isMeasured)
        // One thread needs no regions.
        self.divisionSize = helperLimit > 0 ? divisionSize : .max
        if helperLimit > 0 { loop = ParallelLoop(helperLimit: helperLimit) }
    }

    /// Plans the current block and the block after it.
    ///
    /// - Parameters:
    ///   - start: The first state of the block, which is also the number of expanded states.
    ///   - last: The first state that must not be expanded yet. It must be greater than `start`.
    ///   - edgeCount: The number of edges from the expanded states.
    @inlinable
    mutating func plan(from start: Int, before last: Int, edgeCount: Int) {
        assert(last > start)
        let size = max(1, Self.edgeGoal * max(1, start) / max(1, edgeCount))
        blockEnd = nextEnd > start && nextEnd <= last ? nextEnd : min(start + size, last)
        nextEnd = min(blockEnd + size, last)
    }

    /// Returns whether several threads expand the current block.
    ///
    /// - Parameters:
    ///   - start: The first state of the block.
    ///   - tableSize: The number of slots in the state table.
    @inlinable
    mutating func usesHelpers(at start: Int, tableSize: Int) -> Bool {
        guard let loop else { return false }
        guard isMeasured else { return true }
        if measurement == nil { measurement = HelperMeasurement(at: start, tableSize: tableSize) }
        measurement?.pass(at: start, tableSize: tableSize, hasHelper: loop.hasHelpedSinceLastCall())
        return measurement?.isHelped ?? false
    }

    /// Creates the parts that threads share, unless they exist.
    @inlinable
    mutating func prepare() {
        if !regions.isEmpty { return }
        regions = (0..<StateTableRegions.limit).map { _ in SharedRegion() }
        block = (0..<Self.chunkLimit).map { _ in Chunk() }
        next = (0..<Self.chunkLimit).map { _ in Chunk() }
    }

    /// Divides states among chunks and returns the chunks that have some.
    @inlinable
    static func assign(_ states: Range<Int>, to chunks: [Chunk]) -> ArraySlice<Chunk> {
        let size = max(1, (states.count + chunks.count - 1) / chunks.count)
        let used = chunks.prefix((states.count + size - 1) / size)
        for (index, chunk) in used.enumerated() { chunk.states = states.dropFirst(index * size).prefix(size) }
        return used
    }

    /// Continues with the next block.
    @inlinable
    mutating func finishBlock() {
        swap(&block, &next)
        triedStates = blockEnd..<nextEnd
        sharedBlockCount += 1
    }

    /// Ends the helpers.
    @inlinable
    mutating func close() {
        loop?.close()
        loop = nil
        (block, next, regions) = ([], [], [])
    }
}

/// A measurement that decides whether an exploration uses helpers.
///
/// It compares how long the expansion of states takes with and without helpers. Helpers save little
/// or nothing if other processes keep the cores busy.
@usableFromInline
struct HelperMeasurement {
    /// A phase's purpose.
    private enum Phase {
        /// The time without helpers is measured.
        case alone
        /// The measurement waits until a helper has worked in two blocks in a row.
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

    /// A record of the last decision and the number of states to which it applied.
    private var lastDecision: (isHelped: Bool, length: Int)?

    /// How many states a measured phase has.
    static let measuredLength = 16_384

    /// How many states pass before the measurement no longer waits for a helper.
    static let startingLength = 3 * measuredLength

    /// How many states a new decision applies to.
    ///
    /// This is small, because a measurement at the beginning is often wrong. Each repetition of the
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
    ///     helpers, the measurement keeps the earlier time without helpers, although a larger table
    ///     needs more time.
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
