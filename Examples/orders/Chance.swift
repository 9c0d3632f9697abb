import StateMachineGraphs

/// Everything in this example that is left to chance, derived from a seed.
///
/// The same words get the same numbers in each process and in each run.
struct Chance {
    let seed: UInt64

    /// Returns a generator for an occasion, such as the name of an order and a word.
    func generator(_ words: String...) -> SeededGenerator {
        // FNV-1a (Fowler, Noll and Vo, 1991).
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in words.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var mixed = SeededGenerator(seed: seed)
        return SeededGenerator(seed: mixed.next() ^ hash)
    }
}
