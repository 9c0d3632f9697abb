/// The rule that gives each hash a slot in a state table with a certain number of slots.
@usableFromInline
struct SlotLayout: Sendable {
    /// The bits of a slot that contain the index of a state: one less than the number of slots.
    @usableFromInline let mask: UInt32

    /// The bits of a slot's position that a probe changes, while it stays in its region.
    @usableFromInline let probeMask: UInt32

    /// The number of lower bits of a hash that do not choose the slot.
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
