public import StateMachines

/// An event in a state, with its outcome.
///
/// ```swift
/// let step = TraceStep(from: Door.closed, event: .lock)
/// step.isHandled    // true
/// step.after         // locked
/// print(step)        // closed ─ lock → locked
/// ```
public struct TraceStep<Definition: StateDefinition>: Sendable {
    /// An event's outcome.
    public enum Outcome: Sendable {
        /// The definition handled the event, and `handleEvent` returned this output.
        case handled(Definition.Output)

        /// The state does not handle the event, for this reason.
        case rejected(Definition.Rejection)
    }

    /// The state in which the event arrives.
    public let before: Definition

    /// The event that arrives.
    public let event: Definition.Event

    /// The event's outcome, with the output if the event is handled.
    public let outcome: Outcome

    /// The state after the event, which equals the state before it if the event is rejected.
    public let after: Definition

    /// Activities that end, innermost first.
    public let exited: [Definition.Activity]

    /// Activities that begin, outermost first.
    public let entered: [Definition.Activity]

    /// Runs the definition with one event.
    ///
    /// - Complexity: One call of `handleEvent`, and two of `activities`.
    @inlinable
    public init(from state: Definition, event: Definition.Event) {
        before = state
        self.event = event
        var next = state
        do throws(Definition.Rejection) {
            outcome = .handled(try next.handleEvent(event))
            after = next
            let change = ActivityChange(from: state.activities, to: next.activities)
            exited = change.exited
            entered = change.entered
        } catch {
            outcome = .rejected(error)
            after = state
            exited = []
            entered = []
        }
    }

    /// Creates a step that has already been taken.
    package init(
        before: Definition,
        event: Definition.Event,
        outcome: Outcome,
        after: Definition,
        exited: [Definition.Activity] = [],
        entered: [Definition.Activity] = []
    ) {
        self.before = before
        self.event = event
        self.outcome = outcome
        self.after = after
        self.exited = exited
        self.entered = entered
    }

    /// Returns a copy of this step that ends in its last state's representative.
    @usableFromInline
    func ending(in state: Definition) -> TraceStep {
        TraceStep(before: before, event: event, outcome: outcome, after: state, exited: exited, entered: entered)
    }

    /// The value that `handleEvent` returned, or `nil` if the event is rejected.
    @inlinable
    public var output: Definition.Output? {
        switch outcome {
        case .handled(let output): output
        case .rejected: nil
        }
    }

    /// The reason for a rejection, or `nil` if the event is handled.
    @inlinable
    public var rejection: Definition.Rejection? {
        switch outcome {
        case .handled: nil
        case .rejected(let reason): reason
        }
    }

    /// Whether the event is handled.
    @inlinable
    public var isHandled: Bool {
        switch outcome {
        case .handled: true
        case .rejected: false
        }
    }
}

extension TraceStep: CustomStringConvertible {
    /// A line with the state, the event and the next state, such as `idle ─ start → connecting`.
    ///
    /// After a rejected event, a dash replaces the next state, and the reason follows, if there is
    /// one: `open ─ withdraw(60) → – insufficient(missing: 50)`.
    public var description: String {
        var text = "\(ValueName(of: before))"
        writeArrow(to: &text)
        return text
    }

    /// Writes the event and the state after it.
    func writeArrow(to target: inout some TextOutputStream) {
        target.write(" ─ \(ValueName(of: event)) → ")
        target.write(rejection.map(rejectionText) ?? "\(ValueName(of: after))")
    }
}

extension TraceStep: Equatable where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension TraceStep.Outcome: Equatable where Definition.Output: Equatable {}
extension TraceStep: Hashable where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}
extension TraceStep.Outcome: Hashable where Definition.Output: Hashable {}

/// Returns a dash and a rejection's reason: `– insufficient(missing: 50)`, or the dash alone for
/// `TransitionError.invalid`.
package func rejectionText(_ reason: some Error) -> String {
    text(of: reason) == nil ? "–" : "– \(ValueName(of: reason))"
}
