/// States in the order in which they were found, each once for its key.
///
/// An open-addressing hash table with linear probing (Knuth, The Art of Computer Programming, volume 3, section 6.4) that
/// holds indices only, so that a state is stored once.
@usableFromInline
struct FoundStates<State: Sendable, Key: Hashable & SendableMetatype>: Sendable {
    @usableFromInline var states: [State] = []

    /// An index into `states` in the lower bits, as many as `mask` has, and bits of the hash in all others; or `empty`.
    ///
    /// The bits of the hash spare a look at most states with another key. The size is a power of two, and at most three
    /// quarters are taken.
    @usableFromInline var slots: [UInt32] = Array(repeating: .max, count: 64)

    @usableFromInline let key: @Sendable (State) -> Key

    @inlinable
    init(key: @escaping @Sendable (State) -> Key) {
        self.key = key
    }

    /// The index of a state with the same key, which is the given one if there was none before.
    @inlinable
    mutating func insert(_ state: State) -> Int {
        let key = key(state)
        let hash = UInt(bitPattern: key.hashValue)
        let slot = slot(of: key, hash: hash)
        if slots[slot] != .max { return Int(slots[slot] & mask) }
        slots[slot] = UInt32(states.count) | mark(hash)
        states.append(state)
        if states.count * 4 > slots.count * 3 { grow() }
        return states.count - 1
    }

    /// The index of a state with the same key.
    @inlinable
    func find(_ state: State) -> Int? {
        let key = key(state)
        let index = slots[slot(of: key, hash: UInt(bitPattern: key.hashValue))]
        return index == .max ? nil : Int(index & mask)
    }

    @inlinable
    var mask: UInt32 { UInt32(slots.count - 1) }

    /// Other bits of a hash than those that choose the slot.
    @inlinable
    func mark(_ hash: UInt) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) & ~mask }

    /// The slot that holds a key, or the empty one where it belongs.
    @inlinable
    func slot(of key: Key, hash: UInt) -> Int {
        let (mask, mark) = (mask, mark(hash))
        var slot = Int(hash & UInt(mask))
        while slots[slot] != .max, slots[slot] & ~mask != mark || self.key(states[Int(slots[slot] & mask)]) != key {
            slot = (slot + 1) & Int(mask)
        }
        return slot
    }

    @inlinable
    mutating func grow() {
        let size = slots.count * 2
        // The old slots go before the new ones come.
        slots = []
        slots = Array(repeating: .max, count: size)
        for (index, state) in states.enumerated() {
            let hash = UInt(bitPattern: key(state).hashValue)
            var slot = Int(hash & UInt(mask))
            while slots[slot] != .max { slot = (slot + 1) & Int(mask) }
            slots[slot] = UInt32(index) | mark(hash)
        }
    }
}
