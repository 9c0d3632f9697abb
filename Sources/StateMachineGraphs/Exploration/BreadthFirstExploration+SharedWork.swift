import StateMachines

extension BreadthFirstExploration {
    /// Expands a block of states together with the helpers.
    ///
    /// - Returns: Whether it has expanded the block. If not, the exploration has the same states
    ///   and edges as before.
    @inlinable
    mutating func expandTogether(_ stateLimit: Int) -> Bool {
        guard let loop = work.loop, found.regions.isDivided else { return false }
        work.prepare()
        let (coding, constraint, states) = (found.coding, constraint, expandedCount..<work.blockEnd)
        let chunks = SharedWork.assign(states, to: work.block)
        if work.triedStates != states {
            let codes = found.codes
            loop.run(chunks.count) { chunks[$0].tryEvents(of: codes, coding, within: constraint) }
        }
        if chunks.contains(where: \.isLossy) { return false }
        growTable(for: chunks, loop)
        lookUp(chunks, loop)
        if removeNewStatesIfTooMany(of: chunks, stateLimit) { return false }
        number(chunks, loop)
        store(chunks, loop)
        complete(chunks)
        expandedCount = states.upperBound
        work.finishBlock()
        return true
    }

    /// Makes room in the table for the expected number of new states.
    @inlinable
    mutating func growTable(for chunks: ArraySlice<SharedChunk<Coding>>, _ loop: ParallelLoop) {
        let nextStateCount = chunks.reduce(0) { $0 + $1.nextStateCount }
        while (found.codes.count + nextStateCount / 4) * 4 > found.slots.count * 3 { found.grow(loop) }
    }

    /// Removes the new states of a block from the table if they exceed a limit, or if a region did
    /// not have room for them.
    ///
    /// - Returns: Whether it has removed them.
    @inlinable
    mutating func removeNewStatesIfTooMany(of chunks: ArraySlice<SharedChunk<Coding>>, _ stateLimit: Int) -> Bool {
        let newCount = work.regions.reduce(0) { $0 + $1.newCodes.count }
        let edgeCount = chunks.reduce(0) { $0 + $1.outcomeRegions.count }
        let isWithinLimits =
            found.codes.count + newCount <= stateLimit && successors.count + edgeCount <= Int(UInt32.max / 2)
        if isWithinLimits, !work.regions.contains(where: \.isFull) { return false }
        for region in work.regions { region.undo(in: &found.slots) }
        // From here on, one thread finds the exact state at which the limit ends the search.
        if !isWithinLimits { work.close() }
        return true
    }

    /// Looks up a block's next states and tries the events of the block after it.
    @inlinable
    mutating func lookUp(_ chunks: ArraySlice<SharedChunk<Coding>>, _ loop: ParallelLoop) {
        let (coding, codes, constraint, regions) = (found.coding, found.codes, constraint, work.regions)
        let rooms = regions.indices.map { found.regions.room(in: $0, slotCount: found.slots.count) }
        let (layout, ahead) = (found.layout, SharedWork.assign(work.blockEnd..<work.nextEnd, to: work.next))
        found.slots.withUnsafeMutableBufferPointer { slots in
            let slots = slots
            loop.run(regions.count + ahead.count) { index in
                if index < regions.count {
                    regions[index].lookUp(
                        chunks,
                        region: index,
                        in: slots,
                        layout,
                        of: codes,
                        coding,
                        room: rooms[index]
                    )
                } else {
                    ahead[index - regions.count].tryEvents(of: codes, coding, within: constraint)
                }
            }
        }
    }

    /// Numbers the new states.
    @inlinable
    mutating func number(_ chunks: ArraySlice<SharedChunk<Coding>>, _ loop: ParallelLoop) {
        let (regions, base, keepsEdges) = (work.regions, found.codes.count, keepsEdges)
        var (state, edge) = (base, successors.count)
        for (position, chunk) in chunks.enumerated() {
            (chunk.firstNew, chunk.firstEdge) = (state, edge)
            edge += chunk.outcomeRegions.count
            for region in regions { state += region.newStarts[position + 1] - region.newStarts[position] }
        }
        for (index, region) in regions.enumerated() { found.regions.add(region.newCodes.count, in: index) }
        loop.run(chunks.count) { position in
            chunks[position].number(regions, at: position, after: base, keepsEdges: keepsEdges)
        }
    }

    /// Stores the numbers in the table and appends the new states and the edges.
    @inlinable
    mutating func store(_ chunks: ArraySlice<SharedChunk<Coding>>, _ loop: ParallelLoop) {
        let regions = work.regions
        let (codes, parents) = (MovedArray(&found.codes), MovedArray(&self.parents))
        let (successors, offsets) = (MovedArray(&self.successors), MovedArray(&self.offsets))
        let arrivals = MovedArray(&self.arrivals)
        var tasks: [() -> Void] = [
            { for chunk in chunks { codes.array.append(contentsOf: chunk.codes.elements) } },
            { for chunk in chunks { parents.array.append(contentsOf: chunk.parents.elements) } },
        ]
        if keepsEdges {
            let append = {
                for (position, chunk) in chunks.enumerated() {
                    chunk.setRepetitions(at: position, in: chunks, regions)
                    successors.array.append(contentsOf: chunk.targets.elements)
                }
            }
            tasks.insert(append, at: 0)
            tasks.append { for chunk in chunks { chunk.appendOffsets(to: &offsets.array) } }
        } else {
            tasks.append { for chunk in chunks { arrivals.array.append(contentsOf: chunk.arrivals.elements) } }
        }
        let appending = tasks
        found.slots.withUnsafeMutableBufferPointer { slots in
            let slots = slots
            loop.run(appending.count + regions.count) { index in
                if index < appending.count { return appending[index]() }
                let region = index - appending.count
                regions[region].storeNumbers(of: chunks, region: region, in: slots)
            }
        }
        (found.codes, self.parents, self.arrivals) = (codes.array, parents.array, arrivals.array)
        (self.successors, self.offsets) = (successors.array, offsets.array)
    }

    /// Adds the states outside the constraint.
    ///
    /// If the exploration keeps no edges, the method also counts them.
    @inlinable
    mutating func complete(_ chunks: ArraySlice<SharedChunk<Coding>>) {
        for chunk in chunks {
            cut += chunk.outside
            if keepsEdges { continue }
            countedEdges += chunk.outcomeRegions.count
            countedRejections += chunk.outcomeRegions.count - chunk.nextStateCount
        }
    }
}

/// An array that was moved out of an exploration, so a thread can append to it without a copy.
@usableFromInline
final class MovedArray<Element: Sendable>: @unchecked Sendable {
    // Unchecked: one thread appends to the array, and the exploration reads it only when that
    // thread has finished.

    @usableFromInline var array: ChunkedArray<Element>

    /// Moves an array, which is empty afterwards.
    @inlinable
    init(_ array: inout ChunkedArray<Element>) {
        self.array = array
        array = ChunkedArray()
    }
}
