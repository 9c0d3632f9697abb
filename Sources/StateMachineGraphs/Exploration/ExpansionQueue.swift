import StateMachines

/// A queue of state blocks that helpers process ahead of the exploration.
///
/// The exploration never waits for a helper. If a helper has not finished a block in time, the
/// exploration processes the block itself. If another process keeps a helper from running, only the
/// work of this helper is lost.
@usableFromInline
final class ExpansionQueue<Block: Sendable>: Sendable {
    /// The progress of a block.
    @usableFromInline
    enum Progress: Sendable {
        /// No helper had begun the block, so it now belongs to the caller.
        case untouched

        /// A helper is processing the block.
        case begun

        case finished(Block)
    }

    private struct Contents: Sendable {
        /// The blocks that no helper has begun, in reverse order.
        var waiting: [(number: Int, block: Block)] = []
        var finished: [Int: Block] = [:]

        /// The number of the block that the exploration takes next.
        var next = 0
        var helperCount = 0
    }

    private let contents = Locked(Contents())
    private let helperLimit: Int

    /// Creates a queue.
    ///
    /// - Parameter helperLimit: The maximum number of helpers.
    @usableFromInline
    init(helperLimit: Int) {
        self.helperLimit = helperLimit
    }

    /// Adds blocks with consecutive numbers.
    ///
    /// - Parameters:
    ///   - blocks: The blocks to add.
    ///   - number: The number of the first block.
    /// - Returns: The number of helpers that the caller must start.
    @usableFromInline
    func add(_ blocks: [Block], from number: Int) -> Int {
        contents.withLock { contents in
            let numbered = blocks.enumerated().map { (number: number + $0, block: $1) }
            contents.waiting.insert(contentsOf: numbered.reversed(), at: 0)
            let missing = min(helperLimit, contents.waiting.count - 1) - contents.helperCount
            contents.helperCount += max(0, missing)
            return max(0, missing)
        }
    }

    /// Returns a block for a helper, which must end if there is none.
    @usableFromInline
    func begin() -> (number: Int, block: Block)? {
        contents.withLock { contents in
            let next = contents.waiting.popLast()
            if next == nil { contents.helperCount -= 1 }
            return next
        }
    }

    /// Returns a block for the exploration to process while a helper processes the next one.
    @usableFromInline
    func beginAhead() -> (number: Int, block: Block)? {
        contents.withLock { $0.waiting.popLast() }
    }

    @usableFromInline
    func finish(_ block: Block, _ number: Int) {
        contents.withLock { contents in
            if number >= contents.next { contents.finished[number] = block }
        }
    }

    /// Returns the next block if it is finished, or its progress if it is not.
    @usableFromInline
    func take(_ number: Int) -> Progress {
        contents.withLock { contents in
            if let block = contents.finished.removeValue(forKey: number) {
                contents.next = number + 1
                return .finished(block)
            }
            guard contents.waiting.last?.number == number else { return .begun }
            contents.waiting.removeLast()
            contents.next = number + 1
            return .untouched
        }
    }

    /// Discards a block that a helper has begun.
    @usableFromInline
    func giveUp(_ number: Int) {
        contents.withLock { contents in
            contents.next = number + 1
            contents.finished[number] = nil
        }
    }

    /// Ends each helper after its current block.
    @usableFromInline
    func close() {
        contents.withLock { contents in
            contents.waiting = []
            contents.finished = [:]
            contents.next = .max
        }
    }
}
