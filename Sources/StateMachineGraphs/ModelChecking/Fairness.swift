public import StateMachines

/// An assumption of a liveness property about the events that arrive.
///
/// A definition cannot make a server answer, but you can still expect that a search ends *if* the
/// server answers. Add an assumption to the property:
///
/// ```swift
/// .leadsTo("a search comes to an end", from: \.isSearching, to: { !$0.isSearching }, assuming: [
///     .weak("an answer comes") { $0.isAnswer },
/// ])
/// ```
///
/// An assumption may also depend on the state in which an event arrives. This one applies only
/// after a failure:
///
/// ```swift
/// .weak("the user retries after a failure") { state, event in state.hasFailed && event == .retry }
/// ```
///
/// An assumption's predicate selects events, or state/event pairs. The assumption is *possible* in
/// a state that handles at least one selected sample event, and it *happens* when the machine
/// handles a selected event. If the predicate selects several events, any one of them is enough.
///
/// A liveness property considers only the runs that satisfy all of its assumptions:
/// - `weak`: If the assumption is possible in every state from some point on, it happens again and
///   again.
/// - `strong`: If the assumption is possible again and again, it happens again and again.
///
/// In addition, every liveness property assumes progress: events continue to arrive while the
/// current state handles at least one, which excludes a run in which neither the server nor the
/// user ever acts. Without an assumption, a run may repeat one cycle forever.
///
/// Source: Manna and Pnueli, *The Temporal Logic of Reactive and Concurrent Systems*, 1992.
public struct Fairness<Definition: StateDefinition>: Sendable {
    enum Strength: Sendable { case weak, strong }

    /// The assumption in words.
    let name: String

    let strength: Strength

    /// A predicate that selects events in a state, or `nil` for each event separately.
    let includes: (@Sendable (Definition, Definition.Event) -> Bool)?

    /// Whether the predicate depends on the state.
    let readsState: Bool

    /// Assumes weak fairness: a selected event eventually arrives if selected events stay possible.
    ///
    /// - Parameters:
    ///   - name: A clause that can follow the word "if", such as `an answer comes`.
    ///   - events: A predicate that selects the assumption's events.
    public static func weak(_ name: String, _ events: @escaping @Sendable (Definition.Event) -> Bool) -> Fairness {
        Fairness(name: "\(name) (weakly fair)", strength: .weak, includes: { events($1) }, readsState: false)
    }

    /// Assumes weak fairness for selected events in certain states.
    ///
    /// ```swift
    /// .weak("the user retries after a failure") { state, event in state.hasFailed && event == .retry }
    /// ```
    ///
    /// - Parameters:
    ///   - name: A clause that can follow the word "if", such as `the user retries after a
    ///     failure`.
    ///   - isIncluded: A predicate that selects an event in a state. The check calls it for each
    ///     sample event in each state, but only handled events matter.
    public static func weak(
        _ name: String,
        _ isIncluded: @escaping @Sendable (_ state: Definition, _ event: Definition.Event) -> Bool
    ) -> Fairness {
        Fairness(name: "\(name) (weakly fair)", strength: .weak, includes: isIncluded, readsState: true)
    }

    /// Assumes strong fairness: an event that is possible again and again arrives again and again.
    ///
    /// - Parameters:
    ///   - name: A clause that can follow the word "if", such as `an answer comes`.
    ///   - events: A predicate that selects the assumption's events.
    public static func strong(_ name: String, _ events: @escaping @Sendable (Definition.Event) -> Bool) -> Fairness {
        Fairness(name: "\(name) (strongly fair)", strength: .strong, includes: { events($1) }, readsState: false)
    }

    /// Assumes strong fairness for selected events in certain states.
    ///
    /// ```swift
    /// .strong("a full queue is emptied") { state, event in state.isFull && event == .pop }
    /// ```
    ///
    /// - Parameters:
    ///   - name: A clause that can follow the word "if", such as `a full queue is emptied`.
    ///   - isIncluded: A predicate that selects an event in a state. The check calls it for each
    ///     sample event in each state, but only handled events matter.
    public static func strong(
        _ name: String,
        _ isIncluded: @escaping @Sendable (_ state: Definition, _ event: Definition.Event) -> Bool
    ) -> Fairness {
        Fairness(name: "\(name) (strongly fair)", strength: .strong, includes: isIncluded, readsState: true)
    }

    /// Weak fairness for each sample event separately: an event arrives if it stays possible.
    public static var weakForEachEvent: Fairness {
        Fairness(name: "each event is weakly fair", strength: .weak, includes: nil, readsState: false)
    }

    /// Strong fairness for each sample event: an event arrives if it is possible again and again.
    public static var strongForEachEvent: Fairness {
        Fairness(name: "each event is strongly fair", strength: .strong, includes: nil, readsState: false)
    }
}

extension Fairness: CustomStringConvertible {
    /// The assumption in words.
    public var description: String { name }
}
