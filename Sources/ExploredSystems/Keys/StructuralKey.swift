/// A 128-bit digest of everything that a value stores.
///
/// `ExplorationWork` compares these keys and treats two states with equal keys as one state of the
/// graph. The code in `StructureReader` decides which values count and which are replaced
/// with their ranks.
///
/// In an exploration of ten million states, the probability that two different states have the same
/// digest is less than 1 in 10²⁴.
struct StructuralKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64
}
