import StateMachines

/// Consecutive states of a block, with the outcomes of their events.
///
/// In each step, at most one thread changes a chunk. Meanwhile, other threads may read the
/// properties that this thread does not change.
@usableFromInline
final class SharedChunk<Coding: StateCoding>: @unchecked Sendable {
    // Unchecked: in each step, one thread changes a chunk, and the next step begins when all
    // threads have finished this one.

    /// Next states in one region of the table and their hashes, in outcome order.
    @usableFromInline
    struct NextStates {
        @usableFromInline var codes = UnsafeList<Coding.Code>()
        @usableFromInline var hashes = UnsafeList<UInt64>()

        @inlinable
        init() {}
    }

    /// An edge to a new state that an earlier chunk of the block reached first.
    @usableFromInline
    struct Repetition {
        @usableFromInline let edge: Int
        @usableFromInline let region: Int
        /// The state's index among its region's new states.
        @usableFromInline let newIndex: Int

        @inlinable
        init(edge: Int, region: Int, newIndex: Int) {
            (self.edge, self.region, self.newIndex) = (edge, region, newIndex)
        }
    }

    /// The states' numbers.
    @exclusivity(unchecked) @usableFromInline var states = 0..<0

    /// Regions of all outcomes in their order; `rejectedRegion` for a rejected event.
    @exclusivity(unchecked) @usableFromInline var outcomeRegions = UnsafeList<UInt8>()

    /// Next states by region, so a thread that looks up one region reads adjacent memory.
    @usableFromInline let nextStates: UnsafeMutableBufferPointer<NextStates>

    /// How many outcomes are next states.
    @inlinable var nextStateCount: Int { nextStates.reduce(0) { $0 + $1.codes.count } }

    /// Indices at which each state's outcomes end.
    @exclusivity(unchecked) @usableFromInline var ends = UnsafeList<UInt32>()

    /// The states outside the constraint.
    @exclusivity(unchecked) @usableFromInline var outside: [UInt32] = []

    /// Whether a next state cannot be restored from its stored form.
    @exclusivity(unchecked) @usableFromInline var isLossy = false

    /// Which numbers the first state and the first edge get that the outcomes add.
    @exclusivity(unchecked) @usableFromInline var firstNew = 0
    @exclusivity(unchecked) @usableFromInline var firstEdge = 0

    /// Successors, states, parents and arrivals that this chunk adds to the exploration.
    @exclusivity(unchecked) @usableFromInline var targets = UnsafeList<UInt32>()
    @exclusivity(unchecked) @usableFromInline var codes = UnsafeList<Coding.Code>()
    @exclusivity(unchecked) @usableFromInline var parents = UnsafeList<UInt32>()
    @exclusivity(unchecked) @usableFromInline var arrivals = UnsafeList<UInt32>()

    /// Numbers of the new states by region, and the index at which each region starts.
    @exclusivity(unchecked) @usableFromInline var numbers = UnsafeList<UInt32>()
    @exclusivity(unchecked) @usableFromInline var numberStarts = UnsafeList<Int>()

    /// Edges whose targets have numbers only after the other chunks are numbered.
    @exclusivity(unchecked) @usableFromInline var repetitions = UnsafeList<Repetition>()

    @inlinable
    init() {
        nextStates = .allocate(capacity: StateTableRegions.limit)
        nextStates.initialize(repeating: NextStates())
    }

    deinit {
        for region in nextStates {
            region.codes.deallocate()
            region.hashes.deallocate()
        }
        nextStates.deallocate()
        codes.deallocate()
        outcomeRegions.deallocate()
        repetitions.deallocate()
        numberStarts.deallocate()
        for list in [ends, targets, parents, arrivals, numbers] { list.deallocate() }
    }

    @inlinable static var rejectedRegion: UInt8 { .max }

    /// Tries each state's events and sorts the next states by region.
    @inlinable
    func tryEvents(
        of codes: ChunkedArray<Coding.Code>,
        _ coding: Coding,
        within constraint: (@Sendable (Coding.State) -> Bool)?
    ) {
        (outside, isLossy) = ([], false)
        ends.removeAll()
        var (outcomeRegions, nextStates) = (self.outcomeRegions, self.nextStates)
        outcomeRegions.removeAll()
        for region in nextStates.indices {
            nextStates[region].codes.removeAll()
            nextStates[region].hashes.removeAll()
        }
        for source in states {
            let state = coding.state(of: codes[source])
            if let constraint, !constraint(state) {
                outside.append(UInt32(truncatingIfNeeded: source))
            } else {
                let isLossless = BreadthFirstExploration.tryEvents(of: state, coding) { code, hash in
                    guard let code else { return outcomeRegions.append(Self.rejectedRegion) }
                    let region = StateTableRegions.region(of: hash)
                    outcomeRegions.append(UInt8(truncatingIfNeeded: region))
                    nextStates[region].codes.append(code)
                    nextStates[region].hashes.append(hash)
                }
                if !isLossless {
                    isLossy = true
                    break
                }
            }
            ends.append(UInt32(truncatingIfNeeded: outcomeRegions.count))
        }
        self.outcomeRegions = outcomeRegions
    }

    /// Numbers the new states that no earlier chunk of the block reached.
    ///
    /// Their order is the outcomes' order.
    ///
    /// - Parameters:
    ///   - position: The position of this chunk in its block.
    ///   - base: The number of states before the block.
    @inlinable
    func number(_ regions: [SharedRegion<Coding>], at position: Int, after base: Int, keepsEdges: Bool) {
        withUnsafeTemporaryAllocation(of: Cursor.self, capacity: regions.count) { cursors in
            var newCount = 0
            numberStarts.removeAll()
            for (index, region) in regions.enumerated() {
                let (first, results) = (region.newStarts[position], region.results.elements)
                let cursor = Cursor(
                    results: UnsafeMutableBufferPointer(
                        rebasing: results[region.resultStarts[position]..<region.resultStarts[position + 1]]
                    ),
                    first: first,
                    numberStart: newCount
                )
                cursors.initializeElement(at: index, to: cursor)
                numberStarts.append(newCount)
                newCount += region.newStarts[position + 1] - first
            }
            numbers.removeAll()
            numbers.append(repeating: 0, count: newCount)
            targets.removeAll()
            if keepsEdges { targets.append(repeating: .rejected, count: outcomeRegions.count) }
            number(cursors, after: base, keepsEdges: keepsEdges)
        }
    }

    @inlinable
    func number(_ cursors: UnsafeMutableBufferPointer<Cursor>, after base: Int, keepsEdges: Bool) {
        var (codes, parents, arrivals, repetitions) = (codes, parents, arrivals, repetitions)
        codes.removeAll()
        parents.removeAll()
        arrivals.removeAll()
        repetitions.removeAll()
        let (ends, targets, numbers, nextStates) = (ends, targets.elements, numbers.elements, nextStates)
        let (firstNew, firstSource) = (firstNew, states.lowerBound)
        var source = 0
        for (edge, region) in outcomeRegions.elements.enumerated() where region != Self.rejectedRegion {
            let region = Int(region)
            let place = cursors[region].place
            cursors[region].place = place &+ 1
            let target = cursors[region].results[place]
            if target < base {
                if keepsEdges { targets[edge] = target }
                continue
            }
            let newIndex = Int(target) - base
            let offset = newIndex - cursors[region].first
            if offset == cursors[region].newCount {
                let number = UInt32(truncatingIfNeeded: firstNew + codes.count)
                if keepsEdges { targets[edge] = number }
                numbers[cursors[region].numberStart + offset] = number
                cursors[region].newCount = offset + 1
                codes.append(nextStates[region].codes[place])
                while ends[source] <= edge { source += 1 }
                parents.append(UInt32(truncatingIfNeeded: firstSource + source))
                if !keepsEdges { arrivals.append(UInt32(edge) - (source == 0 ? 0 : ends[source - 1])) }
            } else if !keepsEdges {
                continue
            } else if offset >= 0 {
                targets[edge] = numbers[cursors[region].numberStart + offset]
            } else {
                repetitions.append(Repetition(edge: edge, region: region, newIndex: newIndex))
            }
        }
        (self.codes, self.parents, self.arrivals, self.repetitions) = (codes, parents, arrivals, repetitions)
    }

    /// Sets the targets of the edges in `repetitions`.
    ///
    /// It changes only the elements of `targets`, since other threads read the other properties.
    ///
    /// - Parameters:
    ///   - position: The position of this chunk in its block.
    ///   - chunks: The block's chunks, which have numbered their new states.
    @inlinable
    func setRepetitions(
        at position: Int,
        in chunks: ArraySlice<SharedChunk<Coding>>,
        _ regions: [SharedRegion<Coding>]
    ) {
        for repetition in repetitions.elements {
            let region = repetition.region
            let starts = regions[region].newStarts
            var finder = position
            while starts[finder] > repetition.newIndex { finder -= 1 }
            let found = chunks[finder]
            let offset = repetition.newIndex - starts[finder]
            targets[repetition.edge] = found.numbers[found.numberStarts[region] + offset]
        }
    }

    /// Appends the index of each state's first edge.
    @inlinable
    func appendOffsets(to offsets: inout ChunkedArray<UInt32>) {
        var offset = UInt32(truncatingIfNeeded: firstEdge)
        for end in ends.elements {
            offsets.append(offset)
            offset = UInt32(truncatingIfNeeded: firstEdge) + end
        }
    }

    /// A position in the results of one region, for one chunk.
    @usableFromInline
    struct Cursor {
        /// Results of the look-ups, and how many of them were read.
        @usableFromInline let results: UnsafeMutableBufferPointer<UInt32>
        @usableFromInline var place = 0

        /// Where the chunk's first new state is in its region, and how many of its new states have
        /// numbers.
        @usableFromInline let first: Int
        @usableFromInline var newCount = 0

        /// Where this region starts in `numbers`.
        @usableFromInline let numberStart: Int

        @inlinable
        init(results: UnsafeMutableBufferPointer<UInt32>, first: Int, numberStart: Int) {
            (self.results, self.first, self.numberStart) = (results, first, numberStart)
        }
    }
}
