/// States in the order in which they were found, each once for its key.
///
/// An open-addressing hash table with linear probing (Knuth, The Art of Computer Programming, volume 3, section 6.4) that
/// holds indices only, so that a state is stored once.
@usableFromInline
struct FoundStates<State: Sendable, Key: Hashable & SendableMetatype>: Sendable {
    @usableFromInline var states: [State] = []

    /// Indices into `states`, or `empty`. The size is a power of two, and at most two thirds are taken.
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
        let slot = slot(of: key)
        if slots[slot] != .max { return Int(slots[slot]) }
        slots[slot] = UInt32(states.count)
        states.append(state)
        if states.count * 3 > slots.count * 2 { grow() }
        return states.count - 1
    }

    @inlinable
    func find(_ state: State) -> Int? {
        let index = slots[slot(of: key(state))]
        return index == .max ? nil : Int(index)
    }

    /// The slot that holds a key, or the empty one where it belongs.
    @inlinable
    func slot(of key: Key) -> Int {
        let mask = slots.count - 1
        var slot = key.hashValue & mask
        while slots[slot] != .max, self.key(states[Int(slots[slot])]) != key { slot = (slot + 1) & mask }
        return slot
    }

    @inlinable
    mutating func grow() {
        let mask = slots.count * 2 - 1
        slots = Array(repeating: .max, count: mask + 1)
        for (index, state) in states.enumerated() {
            var slot = key(state).hashValue & mask
            while slots[slot] != .max { slot = (slot + 1) & mask }
            slots[slot] = UInt32(index)
        }
    }
}
