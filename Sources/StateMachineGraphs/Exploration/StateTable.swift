/// The states in the order in which they were found, one for each key.
///
/// The table uses open addressing with linear probing (Knuth, The Art of Computer Programming,
/// volume 3, section 6.4). It contains only indices, so each state is stored once.
@usableFromInline
struct StateTable<Coding: StateCoding>: Sendable {
    @usableFromInline let coding: Coding
    @usableFromInline var codes = ChunkedArray<Coding.Code>()

    /// The slots, each of which is empty (`.max`) or contains an index and a mark.
    ///
    /// The lower bits, as many as `mask` has, are an index into `codes`. The other bits are a mark,
    /// which consists of bits of the hash. Because of the mark, a look-up seldom compares a state
    /// with a different key. The number of slots is a power of two, and at most three quarters of
    /// the slots are used.
    @usableFromInline var slots: [UInt32] = Array(repeating: .max, count: 64)

    /// The result of the reads in `touch`, without which the compiler would remove them.
    @usableFromInline var touched: UInt32 = 0

    @inlinable
    init(_ coding: Coding) {
        self.coding = coding
    }

    /// Returns the index of the state with a key and adds the state if there is none.
    ///
    /// Call `reserve` first, to make room for the state.
    @inlinable @inline(__always)
    mutating func insert(_ code: Coding.Code, hash: UInt64) -> Int {
        let (slot, entry) = look(for: coding.key(of: code), hash: hash)
        if entry != .max { return Int(entry & mask) }
        slots[slot] = UInt32(codes.count) | mark(hash)
        codes.append(code)
        return codes.count - 1
    }

    /// Makes room for more states.
    @inlinable
    mutating func reserve(_ count: Int) {
        while (codes.count + count) * 4 > slots.count * 3 { grow() }
    }

    @inlinable
    func hash(of code: Coding.Code) -> UInt64 { coding.hash(of: coding.key(of: code)) }

    /// Returns the index of the state with the same key, or `nil` if there is none.
    @inlinable
    func find(_ state: Coding.State) -> Int? {
        guard let code = coding.code(of: state) else { return nil }
        let key = coding.key(of: code)
        let entry = look(for: key, hash: coding.hash(of: key)).entry
        return entry == .max ? nil : Int(entry & mask)
    }

    @inlinable
    var mask: UInt32 { UInt32(slots.count - 1) }

    /// Prefetches the slots for several hashes.
    ///
    /// A look-up must wait for its slot. If the table is larger than the caches, this takes most of
    /// the time. Independent reads wait simultaneously (Chen, Ailamaki, Gibbons and Mowry,
    /// "Improving hash join performance through prefetching", 2004).
    @inlinable
    mutating func touch(_ hashes: some Sequence<UInt64>) {
        touched = hashes.reduce(0) { $0 ^ slots[home($1)] }
    }

    /// Returns the mark: bits of the hash that do not choose the slot.
    @inlinable
    func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) & ~mask }

    /// Returns the slot that a hash chooses.
    @inlinable
    func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash & UInt64(mask)) }

    /// Returns the slot that contains a key, or else the empty slot for it, with its contents.
    @inlinable @inline(__always)
    func look(for key: Coding.Key, hash: UInt64) -> (slot: Int, entry: UInt32) {
        let (mask, mark) = (mask, mark(hash))
        var slot = home(hash)
        while true {
            let entry = slots[slot]
            if entry == .max || entry & ~mask == mark && coding.key(of: codes[Int(entry & mask)]) == key {
                return (slot, entry)
            }
            slot = (slot + 1) & Int(mask)
        }
    }

    @inlinable
    mutating func grow() {
        let size = slots.count * 2
        // Frees the old slots before the new ones are allocated.
        slots = []
        slots = Array(repeating: .max, count: size)
        for index in 0..<codes.count {
            let hash = hash(of: codes[index])
            var slot = home(hash)
            while slots[slot] != .max { slot = (slot + 1) & Int(mask) }
            slots[slot] = UInt32(index) | mark(hash)
        }
    }
}
