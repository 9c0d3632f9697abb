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

        /// The state after it: the same as before, if the event is rejected.
        public let target: Node

        /// The same without the numbers of the states.
        public let step: TraceStep<Definition>

        @inlinable
        init(source: Node, target: Node, step: TraceStep<Definition>) {
            self.source = source
            self.target = target
            self.step = step
        }

        /// What arrives.
        @inlinable
        public var event: Definition.Event { step.event }

        /// Whether it is handled, and with which output.
        @inlinable
        public var outcome: Outcome { step.outcome }

        /// What `handleEvent` returns; `nil` if the event is rejected.
        @inlinable
        public var output: Definition.Output? { step.output }

        /// The activities that end, innermost first.
        @inlinable
        public var exited: [Definition.Activity] { step.exited }

        /// The activities that begin, outermost first.
        @inlinable
        public var entered: [Definition.Activity] { step.entered }

        /// Whether the event is handled.
        @inlinable
        public var isHandled: Bool { step.isHandled }
    }

    /// What becomes of an event.
    public typealias Outcome = TraceStep<Definition>.Outcome
}

extension StateGraph.Edge: CustomStringConvertible {
    /// State, event and state, such as `idle ─ start → connecting`; a dash for a rejected event.
    public var description: String { "\(step)" }
}
