import StateMachines

/// The blocks of a large exploration, which several threads expand together.
///
/// The threads expand a block in four steps and wait for each other after each step:
///
/// 1. They try the events of the states. Each thread does this for some chunks of the block.
/// 2. They look up the next states in the table. Each thread does this for some regions, so no two
///    threads write to the same memory.
/// 3. They number the new states of some chunks each. Only the order of the outcomes determines the
///    numbers, so the graph does not depend on the number of threads or their speed.
/// 4. They store the numbers in the table and append the new states and the successors.
///
/// During the second step, the threads also try the events of the next block, so they wait less
/// often. They try events in a separate step only if the events of the block were not tried before.
@usableFromInline
struct ExplorationHelp<Coding: StateCoding> {
    @usableFromInline typealias Chunk = SharedChunk<Coding>

    /// The number of found states at which the exploration begins to use blocks.
    @usableFromInline let threshold: Int

    /// The least number of slots of a table that is divided into regions.
    @usableFromInline let divisionSize: Int

    /// Whether the exploration measures if helpers save time.
    @usableFromInline let isMeasured: Bool

    /// The current measurement.
    @usableFromInline var trial: HelpTrial?

    /// The loop that runs the helpers; `nil` with one thread and after `close()`.
    @usableFromInline var loop: ParallelLoop?

    /// The first state after the current block, and after the next one.
    ///
    /// They do not depend on the helpers.
    @usableFromInline private(set) var (blockEnd, nextEnd) = (0, 0)

    /// The chunks of the current block and of the next one.
    @usableFromInline var (block, next) = ([Chunk](), [Chunk]())

    /// The states whose events were tried together with the look-ups of the block before them.
    @usableFromInline private(set) var triedStates = 0..<0
    @usableFromInline var regions: [SharedRegion<Coding>] = []

    /// The number of blocks that were expanded in the four steps, even if no helper took part.
    @usableFromInline var sharedBlockCount = 0

    /// The maximum number of chunks in a block.
    @inlinable static var chunkLimit: Int { 16 }

    /// The number of edges that a block should have.
    @inlinable static var edgeGoal: Int { 24_576 }

    /// Configures the helpers of an exploration.
    ///
    /// - Parameters:
    ///   - threads: The number of threads; `nil` for one on each core.
    ///   - threshold: The number of found states at which the exploration begins to use blocks.
    ///   - divisionSize: The least number of slots of a table that is divided into regions.
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
        if trial == nil { trial = HelpTrial(at: start, tableSize: tableSize) }
        trial?.pass(at: start, tableSize: tableSize, hasHelper: loop.hasHelpedSinceLastCall())
        return trial?.isHelped ?? false
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
