/// A set of small numbers that is stored as bits.
///
/// A set of numbers below 64 is one word, which needs no memory on the heap.
struct BitSet: Hashable {
    private var first: UInt64 = 0

    /// Words for larger numbers, without trailing zeros, so that equal sets have equal words.
    private var more: [UInt64] = []

    var isEmpty: Bool { first == 0 && more.isEmpty }

    /// How many words store the bits.
    var wordCount: Int { isEmpty ? 0 : more.count + 1 }

    mutating func insert(_ number: Int) {
        let (word, bit) = (number / 64, UInt64(1) << UInt64(number % 64))
        if word == 0 {
            first |= bit
            return
        }
        while more.count < word { more.append(0) }
        more[word - 1] |= bit
    }

    mutating func formUnion(_ other: BitSet) {
        combine(with: other) { $0 | $1 }
    }

    mutating func formIntersection(_ other: BitSet) {
        combine(with: other) { $0 & $1 }
    }

    func intersection(_ other: BitSet) -> BitSet { combined(with: other) { $0 & $1 } }

    func subtracting(_ other: BitSet) -> BitSet { combined(with: other) { $0 & ~$1 } }

    func isSubset(of other: BitSet) -> Bool { isSubset(ofUnionOf: other, other) }

    /// Whether each element belongs to at least one of two sets.
    func isSubset(ofUnionOf one: BitSet, _ other: BitSet) -> Bool {
        first & ~one.first & ~other.first == 0
            && more.indices.allSatisfy { more[$0] & ~one.word($0) & ~other.word($0) == 0 }
    }

    private func word(_ index: Int) -> UInt64 { index < more.count ? more[index] : 0 }

    private func combined(with other: BitSet, _ operation: (UInt64, UInt64) -> UInt64) -> BitSet {
        var result = self
        result.combine(with: other, operation)
        return result
    }

    private mutating func combine(with other: BitSet, _ operation: (UInt64, UInt64) -> UInt64) {
        first = operation(first, other.first)
        if more.isEmpty && other.more.isEmpty { return }
        while more.count < other.more.count { more.append(0) }
        for index in more.indices { more[index] = operation(more[index], other.word(index)) }
        while more.last == 0 { more.removeLast() }
    }
}
