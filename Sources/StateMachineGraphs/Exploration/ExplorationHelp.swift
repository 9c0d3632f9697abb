import StateMachines

/// The helpers that try events ahead of an exploration, on other cores.
///
/// The helpers are tasks. They inherit task-local values, and they use a thread only while they
/// work. The exploration gives them blocks of states. It then takes the blocks in order and
/// processes a block itself if no helper has finished it in time.
///
/// Only the exploration looks up states and numbers them. It does so in their order, so the
/// resulting graph does not depend on the number of helpers or their speed.
@usableFromInline
struct ExplorationHelp<Coding: StateCoding> {
    /// The number of states after which helpers may be worth their cost.
    @usableFromInline var threshold: Int

    /// The state at which the exploration takes the next block.
    @usableFromInline var end = Int.max

    /// Whether a helper has tried the events of the current block.
    @usableFromInline var isPrepared = false
    @usableFromInline var block = PreparedBlock<Coding>(first: 0, codes: [])

    @usableFromInline let helperLimit: Int
    @usableFromInline var queue: ExpansionQueue<PreparedBlock<Coding>>?

    /// Whether a measurement decides if helpers are used, and the current measurement.
    @usableFromInline let isMeasured: Bool
    @usableFromInline var trial: HelpTrial?

    /// The first state of block 0, and the number of blocks that were handed out or skipped.
    @usableFromInline var start = 0
    @usableFromInline var handedOut = 0

    /// The number of states in a block, and the number of blocks that are handed out ahead.
    @inlinable static var blockSize: Int { 256 }
    @inlinable var window: Int { min(64, 8 + 4 * helperLimit) }

    /// Configures the helpers of an exploration.
    ///
    /// - Parameters:
    ///   - threads: The number of threads that try events; `nil` for one on each core.
    ///   - threshold: The number of states at which helpers may begin.
    ///   - isMeasured: Whether a measurement decides if helpers are used. Otherwise, they are
    ///     always used.
    @inlinable
    init(threads: Int? = nil, threshold: Int = 20_000, isMeasured: Bool = true) {
        self.isMeasured = isMeasured
        helperLimit = (threads ?? coreCount) - 1
        self.threshold = helperLimit > 0 ? threshold : .max
    }

    /// Begins to count blocks.
    @inlinable
    mutating func begin(at state: Int) {
        threshold = .max
        end = state
        if !isMeasured { beginHelp() }
    }

    /// Begins to hand out blocks.
    @inlinable
    mutating func beginHelp() {
        queue = ExpansionQueue(helperLimit: helperLimit)
        (start, handedOut) = (end, 0)
    }

    /// Begins or ends the use of helpers, as the measurement decides.
    @inlinable
    mutating func tryHelp(_ tableSize: Int) {
        trial?.pass(tableSize: tableSize)
        if trial == nil { trial = HelpTrial(tableSize: tableSize) }
        guard let trial, trial.isHelped != (queue != nil) else { return }
        if trial.isHelped {
            beginHelp()
        } else {
            queue?.close()
            queue = nil
        }
    }

    /// Takes the next block, and its outcomes if a helper has finished it.
    ///
    /// - Parameters:
    ///   - found: All states that were found.
    ///   - last: The state before which the exploration stops for now. Helpers do not process this
    ///     state or any later one.
    ///   - constraint: The condition that a state must satisfy to be expanded.
    @inlinable
    @inline(never)
    mutating func takeBlock(
        for found: StateTable<Coding>,
        before last: Int,
        within constraint: (@Sendable (Coding.State) -> Bool)?
    ) {
        isPrepared = false
        if isMeasured { tryHelp(found.slots.count) }
        let (size, offset) = (Self.blockSize, end - start)
        end += size - offset % size
        // A block ends early if a state cannot be restored. The exploration then also ends soon.
        guard let queue, offset % size == 0 else { return }
        let number = offset / size
        handOut(for: found, from: number, before: last, to: queue, within: constraint)
        guard number < handedOut else {
            handedOut = number + 1
            return
        }
        while true {
            switch queue.take(number) {
            case .finished(let finished):
                // The first state has a successor that cannot be restored. The exploration handles
                // it.
                if finished.ends.isEmpty { return }
                block = finished
                isPrepared = true
                end = finished.first + finished.ends.count
                return
            case .untouched: return
            case .begun:
                guard let (other, untouched) = queue.beginAhead() else {
                    queue.giveUp(number)
                    return
                }
                var ahead = untouched
                ahead.prepare(found.coding, within: constraint)
                queue.finish(ahead, other)
            }
        }
    }

    @inlinable
    mutating func handOut(
        for found: StateTable<Coding>,
        from number: Int,
        before last: Int,
        to queue: ExpansionQueue<PreparedBlock<Coding>>,
        within constraint: (@Sendable (Coding.State) -> Bool)?
    ) {
        let size = Self.blockSize
        let numbers =
            max(handedOut, number)..<max(handedOut, number, min(number + window, (last - start) / size))
        // A single block is not worth a helper.
        if numbers.isEmpty || numbers.upperBound < number + 2 { return }
        let blocks = numbers.map { number in
            let first = start + number * size
            return PreparedBlock<Coding>(first: first, codes: (first..<first + size).map { found.codes[$0] })
        }
        handedOut = numbers.upperBound
        let coding = found.coding
        for _ in 0..<queue.add(blocks, from: numbers.lowerBound) {
            Task {
                while let (number, untouched) = queue.begin() {
                    var block = untouched
                    block.prepare(coding, within: constraint)
                    queue.finish(block, number)
                }
            }
        }
    }

    /// Appends the outcomes of a state in the current block.
    ///
    /// - Returns: Whether the state is outside the constraint.
    @inlinable
    func appendOutcomes(of state: Int, to outcomes: inout [BreadthFirstExploration<Coding>.Outcome]) -> Bool {
        let offset = state - block.first
        outcomes.append(contentsOf: block.outcomes[(offset == 0 ? 0 : block.ends[offset - 1])..<block.ends[offset]])
        return !block.outside.isEmpty && block.outside.contains(offset)
    }

    /// Ends the helpers.
    @inlinable
    mutating func close() {
        queue?.close()
        self = ExplorationHelp(threads: 1)
    }
}
