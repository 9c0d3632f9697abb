/// A state inside another one that has no events of its own: its cases are states, and not data.
///
/// It has no requirements. A ``StateDefinition`` inside a state is known to be a state by its
/// rules. Where the state around it decides alone, names, tables and pictures cannot tell an enum
/// of states from any other value of a property:
///
/// ```swift
/// struct Editor: StateDefinition {
///     var document = Document.saved       // a region
///     var zoom = Zoom.whole               // what its state carries
///
///     enum Document: NestedState { case saved, changed }
///     enum Zoom { case whole, width }
///     // …
/// }
/// ```
///
/// An enum that is the only payload of a case is a state inside that case without it. In an
/// optional, it is data: such as the state to come back to.
public protocol NestedState {}
