/// A generator of random numbers that are the same for the same seed.
///
/// It uses SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
@usableFromInline
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    @inlinable
    package init(seed: UInt64) {
        state = seed
    }

    @inlinable
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return state.splitMixed
    }

    /// Returns true with the given probability.
    package mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
        Int.random(in: 0..<denominator, using: &self) < numerator
    }
}
