public import StateMachines

/// A definition that can store each state in one word, so that an exploration takes less memory and
/// time.
///
/// ```swift
/// struct Crossing: FiniteStateDefinition {
///     var light: Light      // an enum of UInt8
///     var waiting: Int      // at most 9
///     // …
/// }
///
/// extension Crossing: PackedStateDefinition {
///     var packed: UInt64 { UInt64(light.rawValue) | UInt64(waiting) << 8 }
///
///     init(packed: UInt64) {
///         self.init(light: Light(rawValue: UInt8(packed & 255)) ?? .red, waiting: Int(packed >> 8))
///     }
/// }
/// ```
///
/// Conform to this protocol if a definition has hundreds of thousands of states. A `StateGraph`
/// then stores and compares words instead of states, and unpacks a state when you access it;
/// nothing else changes. Leave out any value that `init(packed:)` can compute from the rest of the
/// state.
///
/// For each reachable state, `Self(packed: state.packed) == state` must be true, which the
/// exploration checks. If a state violates this rule, the exploration stores the states themselves,
/// and ``StateGraph/findings()`` reports that state.
public protocol PackedStateDefinition: FiniteStateDefinition {
    /// A word for this state, which must be different for each reachable state.
    var packed: UInt64 { get }

    /// Creates the state that a word represents.
    ///
    /// - Parameter packed: A value that ``packed`` returned.
    init(packed: UInt64)
}
