public import StateMachines

/// What is assumed of the events that arrive, so that liveness can be proved.
///
/// A definition cannot know whether the network ever answers. That the search ends *if* it answers,
/// is a property with an assumption:
///
/// ```swift
/// .leadsTo("a search comes to an end", from: \.isSearching, to: { !$0.isSearching }, assuming: [
///     .weak("an answer comes") { $0.isAnswer },
/// ])
/// ```
///
/// What is assumed may depend on the state in which an event arrives. A user who retries after a
/// failure need not retry while all is well:
///
/// ```swift
/// .weak("the user retries after a failure") { state, event in state.hasFailed && event == .retry }
/// ```
///
/// An assumption selects handled events: by a predicate on the event, or on the state and the
/// event. It is *possible* in a state that accepts a sample event which the predicate selects
/// there, and *happens* when such an event arrives in such a state. The events of a predicate count
/// as one: it is enough that any of them arrives. Each assumption limits the runs that a promise
/// speaks of:
/// - `weak`: if from some time on it is possible in every state of the run, it happens again and
///   again.
/// - `strong`: if it is possible again and again, it happens again and again.
///
/// Progress is always assumed: events keep arriving as long as any is handled. A run in which
/// neither the server nor the user does anything is not considered. Without an assumption, a run
/// may repeat the same cycle for ever. Source: Manna and Pnueli, *The Temporal Logic of Reactive
/// and Concurrent Systems*, 1992.
public struct Fairness<Definition: StateDefinition>: Sendable {
    enum Strength: Sendable { case weak, strong }

    /// What is assumed, in words.
    let name: String

    let strength: Strength

    /// Whether an event is meant in a state; `nil` for each event by itself.
    let includes: (@Sendable (Definition, Definition.Event) -> Bool)?

    /// Weak fairness of events: what stays possible without interruption happens at last.
    ///
    /// - Parameters:
    ///   - name: What is assumed, in words that follow "if": `an answer comes`.
    ///   - events: The events that are meant.
    public static func weak(_ name: String, _ events: @escaping @Sendable (Definition.Event) -> Bool) -> Fairness {
        .weak(name) { _, event in events(event) }
    }

    /// Weak fairness of events in certain states.
    ///
    /// ```swift
    /// .weak("the user retries after a failure") { state, event in state.hasFailed && event == .retry }
    /// ```
    ///
    /// - Parameters:
    ///   - name: What is assumed, in words that follow "if": `the user retries after a failure`.
    ///   - isIncluded: Whether an event is meant when it arrives in a state. It is asked about each
    ///     sample event in each state, and the answer matters where the event is handled.
    public static func weak(
        _ name: String,
        _ isIncluded: @escaping @Sendable (_ state: Definition, _ event: Definition.Event) -> Bool
    ) -> Fairness {
        Fairness(name: "\(name) (weakly fair)", strength: .weak, includes: isIncluded)
    }

    /// Strong fairness of events: what becomes possible again and again happens again and again.
    ///
    /// The parameters are those of `weak`.
    public static func strong(_ name: String, _ events: @escaping @Sendable (Definition.Event) -> Bool) -> Fairness {
        .strong(name) { _, event in events(event) }
    }

    /// Strong fairness of events in certain states.
    ///
    /// ```swift
    /// .strong("a full queue is emptied") { state, event in state.isFull && event == .pop }
    /// ```
    ///
    /// The parameters are those of `weak`.
    public static func strong(
        _ name: String,
        _ isIncluded: @escaping @Sendable (_ state: Definition, _ event: Definition.Event) -> Bool
    ) -> Fairness {
        Fairness(name: "\(name) (strongly fair)", strength: .strong, includes: isIncluded)
    }

    /// Each sample event by itself happens at last if it stays possible.
    public static var weakForEachEvent: Fairness {
        Fairness(name: "each event is weakly fair", strength: .weak, includes: nil)
    }

    /// Each sample event by itself happens again and again if it becomes possible again and again.
    public static var strongForEachEvent: Fairness {
        Fairness(name: "each event is strongly fair", strength: .strong, includes: nil)
    }
}
