public import StateMachines

extension StateGraph {
    /// A state of the graph, with its number.
    public struct Node: Identifiable, Hashable, Sendable {
        /// The place of the state in ``StateGraph/states``.
        public let id: Int

        /// The state.
        public let state: Definition

        @inlinable
        init(id: Int, state: Definition) {
            self.id = id
            self.state = state
        }
    }

    /// One sample event in one state, and what becomes of it.
    public struct Edge: Sendable {
        /// The state in which the event arrives.
        public let source: Node

        /// What arrives.
        public let event: Definition.Event

        /// Whether it is accepted, and with which output.
        public let outcome: Outcome

        /// The state after it: the same as before, if the event is rejected.
        public let target: Node

        /// The activities that end, innermost first.
        public let exited: [Definition.Activity]

        /// The activities that begin, outermost first.
        public let entered: [Definition.Activity]

        @inlinable
        init(
            source: Node,
            event: Definition.Event,
            outcome: Outcome,
            target: Node,
            exited: [Definition.Activity],
            entered: [Definition.Activity]
        ) {
            self.source = source
            self.event = event
            self.outcome = outcome
            self.target = target
            self.exited = exited
            self.entered = entered
        }

        /// Whether the event is accepted.
        @inlinable
        public var isAccepted: Bool {
            switch outcome {
            case .accepted: true
            case .rejected: false
            }
        }

        /// The same without the numbers of the states.
        public var step: Step<Definition> {
            Step(
                before: source.state,
                event: event,
                outcome: outcome,
                after: target.state,
                exited: exited,
                entered: entered
            )
        }
    }

    /// What becomes of an event.
    public typealias Outcome = Step<Definition>.Outcome
}

extension StateGraph.Edge: CustomStringConvertible {
    /// State, event and state, such as `idle ─ start → connecting`; a dash for a rejected event.
    public var description: String { "\(step)" }
}
