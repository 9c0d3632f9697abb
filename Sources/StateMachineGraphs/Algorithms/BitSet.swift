/// A set of small numbers that is stored as bits.
struct BitSet: Hashable {
    private var words: [UInt64] = []

    var isEmpty: Bool { words.isEmpty }

    /// The number of words that store the bits.
    var wordCount: Int { words.count }

    mutating func insert(_ number: Int) {
        while words.count <= number / 64 { words.append(0) }
        words[number / 64] |= 1 << UInt64(number % 64)
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
        words.indices.allSatisfy { words[$0] & ~one.word($0) & ~other.word($0) == 0 }
    }

    private func word(_ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }

    private func combined(with other: BitSet, _ operation: (UInt64, UInt64) -> UInt64) -> BitSet {
        var result = self
        result.combine(with: other, operation)
        return result
    }

    private mutating func combine(with other: BitSet, _ operation: (UInt64, UInt64) -> UInt64) {
        while words.count < other.words.count { words.append(0) }
        for index in words.indices {
            words[index] = operation(words[index], index < other.words.count ? other.words[index] : 0)
        }
        // Remove trailing zeros, so that equal sets have equal words.
        while words.last == 0 { words.removeLast() }
    }
}
