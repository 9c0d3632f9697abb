/// Regions of a state table, into which several threads can insert states concurrently.
///
/// A small table has one region. A table of `divisionSize` slots or more is divided. If the hashes
/// fill one region much more than the others, the table has one region from then on.
@usableFromInline
struct StateTableRegions: Sendable {
    /// How many upper bits of a hash choose the region.
    @usableFromInline private(set) var bits = 0

    /// How many states are in each region of a divided table, and the largest of these numbers.
    @usableFromInline private(set) var counts: [Int] = []
    @usableFromInline private(set) var largest = 0

    /// Whether the table has one region because the hashes are too uneven.
    @usableFromInline private(set) var isMerged = false

    /// How many slots a table must have to be divided into regions.
    @usableFromInline let divisionSize: Int

    /// How many regions a divided table has.
    @inlinable static var limit: Int { 1 << limitBits }
    @inlinable static var limitBits: Int { 4 }

    @usableFromInline
    init(divisionSize: Int) {
        self.divisionSize = divisionSize
    }

    @inlinable var isDivided: Bool { bits > 0 }

    /// How many regions there are.
    @inlinable var count: Int { 1 << bits }

    /// Returns the region that a hash chooses in a divided table.
    @inlinable
    static func region(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> UInt64(64 - limitBits)) }

    /// Counts states in a region of a divided table.
    @inlinable
    mutating func add(_ added: Int, in region: Int) {
        counts[region] += added
        largest = max(largest, counts[region])
    }

    /// Counts a state with a hash in a divided table.
    @inlinable
    mutating func add(_ hash: UInt64) { add(1, in: Self.region(of: hash)) }

    /// Whether one region has more than twice the average number of states.
    @inlinable var areUneven: Bool { bits > 0 && largest * count > 2 * counts.reduce(0, +) }

    /// Whether a region may have too few free slots for some states.
    @inlinable
    func isTooFull(for count: Int, slotCount: Int) -> Bool {
        bits > 0 && largest + count > Self.capacity(ofRegions: slotCount >> bits)
    }

    /// Returns the number of states that a region may have.
    @inlinable
    static func capacity(ofRegions size: Int) -> Int { size * 15 / 16 }

    /// Returns the number of states that may be added to a region of a divided table.
    @inlinable
    func room(in region: Int, slotCount: Int) -> Int { Self.capacity(ofRegions: slotCount >> bits) - counts[region] }

    /// Whether a table with a number of slots must be divided.
    @inlinable
    func mustDivide(slotCount: Int) -> Bool { bits == 0 && !isMerged && slotCount >= divisionSize }

    /// Begins the division and counts each region's states.
    ///
    /// Fill the slots again afterwards.
    @inlinable
    mutating func divide(_ hashes: some Sequence<UInt64>) {
        bits = Self.limitBits
        counts = Array(repeating: 0, count: Self.limit)
        for hash in hashes { counts[Self.region(of: hash)] += 1 }
        largest = counts.max() ?? 0
    }

    /// Merges all regions into one.
    ///
    /// Fill the slots again afterwards.
    @usableFromInline
    mutating func merge() {
        (bits, counts, largest, isMerged) = (0, [], 0, true)
    }
}
