public import StateMachines

extension StateGraph {
    /// One sample event in one state, with its outcome.
    public struct Edge: Sendable {
        /// The state in which the event arrives.
        public let source: Node

        /// The state after it: the same as before, if the event is rejected.
        public let target: Node

        /// The states, the event, its outcome, and the activities that are exited and entered.
        public let step: TraceStep<Definition>

        @inlinable
        init(source: Node, target: Node, step: TraceStep<Definition>) {
            self.source = source
            self.target = target
            self.step = step
        }

        /// The event that arrives.
        @inlinable
        public var event: Definition.Event { step.event }

        /// Whether the event is handled.
        @inlinable
        public var isHandled: Bool { step.isHandled }
    }
}

extension StateGraph.Edge: CustomStringConvertible {
    /// State, event and state, such as `idle ─ start → connecting`; a dash for a rejected event.
    public var description: String { "\(step)" }
}
