import StateMachines

/// A region of the state table in which one thread at a time looks up a block's outcomes.
@usableFromInline
final class SharedRegion<Coding: StateCoding>: @unchecked Sendable {
    // Unchecked: one thread at a time uses a region, and the next thread begins when this one has
    // finished its step.

    /// Results of the look-ups, and where each chunk's results start.
    ///
    /// A result identifies a state. For a known state, it is the state's number. For a new state,
    /// it is the count of states before the block plus the state's index in `newCodes`.
    @exclusivity(unchecked) @usableFromInline var results = UnsafeList<UInt32>()
    @exclusivity(unchecked) @usableFromInline var resultStarts = UnsafeList<Int>()

    /// New states, their slots, and where each chunk's new states start.
    @exclusivity(unchecked) @usableFromInline var newCodes = UnsafeList<Coding.Code>()
    @exclusivity(unchecked) @usableFromInline var newSlots = UnsafeList<UInt32>()
    @exclusivity(unchecked) @usableFromInline var newStarts = UnsafeList<Int>()

    /// Whether there was no room for all new states.
    @exclusivity(unchecked) @usableFromInline var isFull = false

    /// A result of the reads in `touch`.
    ///
    /// It is stored so that the compiler keeps the reads.
    @exclusivity(unchecked) @usableFromInline var touched: UInt32 = 0

    @inlinable
    init() {}

    deinit {
        newCodes.deallocate()
        for list in [results, newSlots] { list.deallocate() }
        for list in [resultStarts, newStarts] { list.deallocate() }
    }

    /// Looks up the outcomes of a block in this region and adds the new states to the slots.
    ///
    /// - Parameter room: The number of states that may be added. If there are more, `isFull` is
    ///   true afterwards and the results are incomplete.
    @inlinable
    func lookUp(
        _ chunks: ArraySlice<SharedChunk<Coding>>,
        region: Int,
        in slots: UnsafeMutableBufferPointer<UInt32>,
        _ layout: SlotLayout,
        of codes: ChunkedArray<Coding.Code>,
        _ coding: Coding,
        room: Int
    ) {
        isFull = false
        results.removeAll()
        resultStarts.removeAll()
        newCodes.removeAll()
        newSlots.removeAll()
        newStarts.removeAll()
        for chunk in chunks {
            resultStarts.append(results.count)
            newStarts.append(newCodes.count)
            lookUp(chunk.nextStates[region], in: slots, layout, of: codes, coding, room: room)
        }
        resultStarts.append(results.count)
        newStarts.append(newCodes.count)
    }

    @inlinable
    @inline(__always)
    func lookUp(
        _ states: SharedChunk<Coding>.NextStates,
        in slots: UnsafeMutableBufferPointer<UInt32>,
        _ layout: SlotLayout,
        of codes: ChunkedArray<Coding.Code>,
        _ coding: Coding,
        room: Int
    ) {
        let base = codes.count
        let mask = layout.mask
        let (hashes, nextCodes) = (states.hashes.elements, states.codes.elements)
        touch(hashes, in: slots, layout, of: codes, coding)
        var (results, newCodes, newSlots) = (results, newCodes, newSlots)
        results.reserve(results.count + hashes.count)
        for place in hashes.indices {
            let hash = hashes[place]
            let key = coding.key(of: nextCodes[place])
            let mark = layout.mark(of: hash)
            var slot = layout.home(of: hash)
            var result = UInt32.max
            var isSpecial: Bool?
            while true {
                let entry = slots[slot]
                if entry == .max {
                    if newCodes.count >= room {
                        isFull = true
                        break
                    }
                    result = UInt32(truncatingIfNeeded: base + newCodes.count)
                    slots[slot] = result | mark
                    newSlots.append(UInt32(truncatingIfNeeded: slot))
                    newCodes.append(nextCodes[place])
                    break
                }
                result = entry & mask
                if entry & ~mask == mark {
                    let number = Int(result)
                    let other = coding.key(of: number < base ? codes[number] : newCodes[number - base])
                    if coding.isSame(other, key, hash: hash, isSpecial: &isSpecial) { break }
                }
                slot = layout.slot(after: slot)
            }
            results.append(result)
        }
        (self.results, self.newCodes, self.newSlots) = (results, newCodes, newSlots)
    }

    /// Prefetches slots, as `StateTable.touch` does, and the words to compare.
    @inlinable
    @inline(__always)
    func touch(
        _ hashes: UnsafeMutableBufferPointer<UInt64>,
        in slots: UnsafeMutableBufferPointer<UInt32>,
        _ layout: SlotLayout,
        of codes: ChunkedArray<Coding.Code>,
        _ coding: Coding
    ) {
        let base = codes.count
        var touched: UInt32 = 0
        for hash in hashes { touched ^= slots[layout.home(of: hash)] }
        if coding.keepsWords {
            for hash in hashes {
                let entry = slots[layout.home(of: hash)]
                let number = Int(entry & layout.mask)
                if entry & ~layout.mask == layout.mark(of: hash), number < base {
                    touched ^= UInt32(truncatingIfNeeded: coding.word(of: codes[number]))
                }
            }
        }
        self.touched = touched
    }

    /// Removes the new states from the slots.
    ///
    /// No state was inserted after them, so this does not interrupt the probe for an older state.
    @inlinable
    func undo(in slots: inout [UInt32]) {
        for slot in newSlots.elements { slots[Int(slot)] = .max }
    }

    /// Stores the numbers of the new states in their slots.
    @inlinable
    func storeNumbers(
        of chunks: ArraySlice<SharedChunk<Coding>>,
        region: Int,
        in slots: UnsafeMutableBufferPointer<UInt32>
    ) {
        let mask = UInt32(truncatingIfNeeded: slots.count - 1)
        for (position, chunk) in chunks.enumerated() {
            let (numbers, first) = (chunk.numbers, newStarts[position])
            let start = chunk.numberStarts[region] - first
            for newIndex in first..<newStarts[position + 1] {
                let slot = Int(newSlots[newIndex])
                slots[slot] = slots[slot] & ~mask | numbers[start + newIndex]
            }
        }
    }
}
