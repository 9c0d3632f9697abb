public import StateMachines

/// A definition whose states fit into a word each, so that exploring many of them takes less time
/// and memory.
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
/// It is for definitions with hundreds of thousands of states, and has no effect but on time and
/// memory: a `StateGraph` keeps the words, compares them instead of states, and unpacks a state
/// when it is asked for it. What follows from the rest of a reachable state need not be packed.
///
/// The rule is `Self(packed: state.packed) == state` for each reachable state. Each is checked
/// while it is explored. A definition that breaks the rule is explored as if it were not packed,
/// and the findings of the graph name a state.
public protocol PackedStateDefinition: FiniteStateDefinition {
    /// The state as a word: another one for each state that can be reached.
    var packed: UInt64 { get }

    /// The state that a word stands for.
    ///
    /// Only what ``packed`` has returned is unpacked.
    init(packed: UInt64)
}
