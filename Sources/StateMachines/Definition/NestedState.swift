/// A type whose values are inner states of another state.
///
/// If the enclosing state handles every event, the enum needs neither rules nor events of its own;
/// conform the enum to this protocol. The protocol has no requirements. It tells the tools to show
/// the cases as states in names, tables and diagrams, and not as data.
///
/// A value inside a state counts as a state in these cases:
/// - Its type is a ``StateDefinition``.
/// - Its type conforms to this protocol.
/// - It is an enum, and it is the only payload of an enum case.
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
/// If the inner state has rules and events, make it a ``StateDefinition`` instead, and call
/// `try child.handleEvent(event)` in the `switch` of its parent. See <doc:Composition>.
///
/// An optional value of a conforming type counts as data, not as a state. For example, it can store
/// the state to return to.
public protocol NestedState {}
