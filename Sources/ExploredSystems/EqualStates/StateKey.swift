/// A 128-bit digest of everything that a value stores.
///
/// `ExplorationWork` compares these keys and treats two states with equal keys as one state of the
/// graph. The code in `StateReader` decides which values count and which are replaced
/// with their ranks.
///
/// In an exploration of ten million states, the probability that two different states have the same
/// digest is less than 1 in 10²⁴.
struct StateKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64
}

extension StateKey {
    /// Creates the digest of a list of words.
    init(_ words: [UInt64]) {
        var (high, low): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, UInt64(words.count))
        words.forEachAddress { address in
            high = Self.mixed(high ^ address.pointee)
            low = Self.mixed(low &+ (address.pointee &* 0xD6E8_FEB8_6659_FD93))
        }
        (self.high, self.low) = (high, low)
    }

    /// Mixes a word with the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
