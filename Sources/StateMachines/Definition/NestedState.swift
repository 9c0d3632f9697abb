/// A type whose values are inner states of another state.
///
/// Conform an enum to this protocol if it has no rules or events of its own because the enclosing
/// state handles everything. There's nothing to implement: the conformance tells tools to show the
/// cases as states in names, tables, and diagrams, rather than as data.
///
/// A value inside a state counts as a state in these cases:
/// - Its type is a ``StateDefinition``.
/// - Its type conforms to this protocol.
/// - It's an enum, and it's the only payload of an enum case.
///
/// Any other enum counts as data:
///
/// ```swift
/// struct Editor: StateDefinition {
///     var document = Document.saved       // a region
///     var zoom = Zoom.whole               // data of the state
///
///     enum Document: NestedState { case saved, changed }
///     enum Zoom { case whole, width }
///     // …
/// }
/// ```
///
/// If the inner state has its own rules and events, make it a ``StateDefinition`` instead, and call
/// `try child.handleEvent(event)` in its parent's `switch`; see <doc:Composition>.
///
/// An optional inner state counts as data, so it can store the state to return to.
public protocol NestedState {}
