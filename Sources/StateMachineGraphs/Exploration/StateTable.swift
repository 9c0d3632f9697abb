/// States in the order in which they were found, each once for its key.
///
/// An open-addressing hash table with linear probing (Knuth, The Art of Computer Programming,
/// volume 3, section 6.4) that holds indices only, so that a state is stored once.
@usableFromInline
struct StateTable<Coding: StateCoding>: Sendable {
    @usableFromInline let coding: Coding
    @usableFromInline var codes = ChunkedArray<Coding.Code>()

    /// An index into `codes` in the lower bits, as many as `mask` has, and bits of the hash in all
    /// others; or `.max`: empty.
    ///
    /// The bits of the hash make it unnecessary to compare most states with another key. The size
    /// is a power of two, and at most three quarters are taken.
    @usableFromInline var slots: [UInt32] = Array(repeating: .max, count: 64)

    /// What `touch` has read; without a use the compiler would remove the reads.
    @usableFromInline var touched: UInt32 = 0

    @inlinable
    init(_ coding: Coding) {
        self.coding = coding
    }

    /// The index of the state with the same key, which is the given one if there was none;
    /// `reserve` has made room.
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

    /// The index of a state with the same key.
    @inlinable
    func find(_ state: Coding.State) -> Int? {
        guard let code = coding.code(of: state) else { return nil }
        let key = coding.key(of: code)
        let entry = look(for: key, hash: coding.hash(of: key)).entry
        return entry == .max ? nil : Int(entry & mask)
    }

    @inlinable
    var mask: UInt32 { UInt32(slots.count - 1) }

    /// Prefetches the slots that hashes choose.
    ///
    /// A look-up waits for its slot, which takes most of the time where the table is larger than
    /// the caches. Reads that do not depend on each other wait at the same time (Chen, Ailamaki,
    /// Gibbons and Mowry, "Improving hash join performance through prefetching", 2004).
    @inlinable
    mutating func touch(_ hashes: some Sequence<UInt64>) {
        touched = hashes.reduce(0) { $0 ^ slots[home($1)] }
    }

    /// Other bits of a hash than those that choose the slot.
    @inlinable
    func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) & ~mask }

    /// The slot that a hash chooses.
    @inlinable
    func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash & UInt64(mask)) }

    /// The slot that holds a key, or the empty one where it belongs, and what is there.
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
