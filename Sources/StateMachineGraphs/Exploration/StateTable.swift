/// States in the order in which they were found, one for each key.
///
/// This table uses open addressing with linear probing (Knuth, The Art of Computer Programming,
/// volume 3, section 6.4). It contains only indices, so each state is stored once.
@usableFromInline
struct StateTable<Coding: StateCoding>: Sendable {
    @usableFromInline let coding: Coding
    @usableFromInline var codes = ChunkedArray<Coding.Code>()

    /// Slots, each of which is empty (`.max`) or contains an index and a mark.
    ///
    /// The lower bits, as many as `mask` has, are an index into `codes`. The other bits are a mark,
    /// which consists of bits of the hash. Because of the mark, a look-up seldom compares a state
    /// with a different key. There are always a power of two slots. At most 15 of 16 slots are
    /// used, and at most three quarters after `reserve`, so no index has all bits of `mask`.
    @usableFromInline var slots: [UInt32] = Array(repeating: .max, count: 64)

    /// Regions into which a large table is divided, and the number of states in each.
    ///
    /// A hash's upper bits choose the state's region, which does not change when the table grows. A
    /// probe does not leave its region, so several threads can insert states in different regions
    /// at the same time.
    @usableFromInline var regions: StateTableRegions

    /// A rule for each hash's slot, which follows from the number of slots and of regions.
    @usableFromInline private(set) var layout = SlotLayout(slotCount: 64, regionCount: 1)

    /// A result of the reads in `touch`.
    ///
    /// It is stored so that the compiler keeps the reads.
    @usableFromInline var touched: UInt32 = 0

    @inlinable
    init(_ coding: Coding, divisionSize: Int = .max) {
        self.coding = coding
        regions = StateTableRegions(divisionSize: divisionSize)
    }

    /// Returns the index of the state with a key and adds the state if there is none.
    ///
    /// Call `reserve` first, to make room for the state.
    @inlinable @inline(__always)
    mutating func insert(_ code: Coding.Code, hash: UInt64) -> Int {
        let (slot, entry) = look(for: coding.key(of: code), hash: hash)
        if entry != .max { return Int(entry & mask) }
        slots[slot] = UInt32(codes.count) | layout.mark(of: hash)
        codes.append(code)
        if regions.isDivided { regions.add(hash) }
        return codes.count - 1
    }

    /// Makes room for more states.
    @inlinable
    mutating func reserve(_ count: Int) {
        while (codes.count + count) * 4 > slots.count * 3 { grow() }
        while regions.isTooFull(for: count, slotCount: slots.count) {
            if regions.areUneven { mergeRegions() } else { grow() }
        }
    }

    @inlinable
    func hash(of code: Coding.Code) -> UInt64 { coding.hash(of: coding.key(of: code)) }

    /// Returns the index of the state with an equal key, or `nil` if there is none.
    @inlinable
    func find(_ state: Coding.State) -> Int? {
        guard let code = coding.code(of: state) else { return nil }
        let key = coding.key(of: code)
        let entry = look(for: key, hash: coding.hash(of: key)).entry
        return entry == .max ? nil : Int(entry & mask)
    }

    @inlinable var mask: UInt32 { layout.mask }

    /// Prefetches the slots for several hashes.
    ///
    /// A look-up must wait for its slot. If the table is larger than the caches, this takes most of
    /// the time. Independent reads wait simultaneously (Chen, Ailamaki, Gibbons and Mowry,
    /// "Improving hash join performance through prefetching", 2004).
    @inlinable
    mutating func touch(_ hashes: some Sequence<UInt64>) {
        touched = hashes.reduce(0) { $0 ^ slots[layout.home(of: $1)] }
    }

    /// Returns the slot for a key and the entry in it, which is empty if the table lacks the key.
    @inlinable @inline(__always)
    func look(for key: Coding.Key, hash: UInt64) -> (slot: Int, entry: UInt32) {
        let (mask, mark) = (layout.mask, layout.mark(of: hash))
        var slot = layout.home(of: hash)
        var isSpecial: Bool?
        while true {
            let entry = slots[slot]
            if entry == .max { return (slot, entry) }
            if entry & ~mask == mark {
                let known = coding.key(of: codes[Int(entry & mask)])
                if coding.isSame(known, key, hash: hash, isSpecial: &isSpecial) { return (slot, entry) }
            }
            slot = layout.slot(after: slot)
        }
    }

    /// Doubles the number of slots.
    @inlinable
    mutating func grow(_ loop: ParallelLoop? = nil) {
        let size = slots.count * 2
        if regions.mustDivide(slotCount: size) {
            regions.divide(codes.lazy.map { [coding] code in coding.hash(of: coding.key(of: code)) })
            if regions.areUneven { regions.merge() }
        }
        rehash(size, loop)
    }

    /// Merges all regions into one, because the hashes fill one region much more than others.
    @inlinable
    mutating func mergeRegions() {
        regions.merge()
        rehash(slots.count)
    }

    @inlinable
    mutating func rehash(_ size: Int, _ loop: ParallelLoop? = nil) {
        let (coding, codes, regionCount) = (coding, codes, regions.count)
        let layout = SlotLayout(slotCount: size, regionCount: regionCount)
        self.layout = layout
        // Frees the old slots before the new ones are allocated.
        slots = []
        slots = Array(unsafeUninitializedCapacity: size) { slots, count in
            let slots = slots
            count = size
            guard let loop, regionCount > 1 else {
                slots.initialize(repeating: .max)
                Self.fill(slots, layout, codes, coding)
                return
            }
            // Each thread fills some of the regions.
            let partCount = min(loop.threadCount, regionCount)
            loop.run(partCount) { part in
                let regions = regionCount * part / partCount..<regionCount * (part + 1) / partCount
                let part = slots[size / regionCount * regions.lowerBound..<size / regionCount * regions.upperBound]
                UnsafeMutableBufferPointer(rebasing: part).initialize(repeating: .max)
                Self.fill(slots, layout, codes, coding, regions)
            }
        }
    }

    /// Adds the states in some regions, or in all, to empty slots.
    @inlinable
    static func fill(
        _ slots: UnsafeMutableBufferPointer<UInt32>,
        _ layout: SlotLayout,
        _ codes: ChunkedArray<Coding.Code>,
        _ coding: Coding,
        _ regions: Range<Int>? = nil
    ) {
        if regions == nil, slots.count <= 1 << 16 {
            // The slots are in a cache.
            for index in 0..<codes.count {
                let hash = coding.hash(of: coding.key(of: codes[index]))
                store(UInt32(truncatingIfNeeded: index), hash, in: slots, layout, from: layout.home(of: hash))
            }
            return
        }
        withUnsafeTemporaryAllocation(of: (index: UInt32, hash: UInt64, entry: UInt32).self, capacity: 64) { batch in
            var index = 0
            while index < codes.count {
                var count = 0
                while count < batch.count, index < codes.count {
                    let hash = coding.hash(of: coding.key(of: codes[index]))
                    batch[count] = (UInt32(truncatingIfNeeded: index), hash, .max)
                    count += regions?.contains(StateTableRegions.region(of: hash)) ?? true ? 1 : 0
                    index += 1
                }
                // Reads the slots of several states first, as in `touch`.
                for place in 0..<count {
                    batch[place].entry = slots[layout.home(of: batch[place].hash)]
                }
                for (index, hash, entry) in batch.prefix(count) {
                    let home = layout.home(of: hash)
                    // A slot that was used at the first read is still used.
                    store(index, hash, in: slots, layout, from: entry == .max ? home : layout.slot(after: home))
                }
            }
        }
    }

    /// Stores an index in the first empty slot of a probe.
    @inlinable @inline(__always)
    static func store(
        _ index: UInt32,
        _ hash: UInt64,
        in slots: UnsafeMutableBufferPointer<UInt32>,
        _ layout: SlotLayout,
        from start: Int
    ) {
        var slot = start
        while slots[slot] != .max { slot = layout.slot(after: slot) }
        slots[slot] = index | layout.mark(of: hash)
    }
}

/// A rule that gives each hash a slot in a state table with a certain number of slots.
@usableFromInline
struct SlotLayout: Sendable {
    /// Bits of a slot that contain a state's index: one less than the number of slots.
    @usableFromInline let mask: UInt32

    /// Bits of a slot's position that a probe changes, while it stays in its region.
    @usableFromInline let probeMask: UInt32

    /// How many lower bits of a hash do not choose the slot.
    @usableFromInline let shift: UInt64

    @inlinable
    init(slotCount: Int, regionCount: Int) {
        mask = UInt32(truncatingIfNeeded: slotCount - 1)
        probeMask = UInt32(truncatingIfNeeded: slotCount / regionCount - 1)
        shift = UInt64(truncatingIfNeeded: 64 - slotCount.trailingZeroBitCount)
    }

    /// Returns the slot that the upper bits of a hash choose.
    @inlinable @inline(__always)
    func home(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> shift) }

    /// Returns the mark: bits of the hash that do not choose the slot.
    @inlinable @inline(__always)
    func mark(of hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash) & ~mask }

    /// Returns the next slot of a probe.
    @inlinable @inline(__always)
    func slot(after slot: Int) -> Int { slot & ~Int(probeMask) | (slot &+ 1) & Int(probeMask) }
}
