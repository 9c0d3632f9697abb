public import StateMachines

extension StateGraph {
    /// One sample event in one state, with its outcome.
    public struct Edge: Sendable {
        /// The state in which the event arrives.
        public let source: Node

        /// The state after the event, which equals the source if the event is rejected.
        public let target: Node

        /// The states before and after the event, its outcome, and the exited and entered
        /// activities.
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

extension StateGraph.Edge: Equatable where Definition.Event: Equatable, Definition.Output: Equatable {}
extension StateGraph.Edge: Hashable where Definition.Event: Hashable, Definition.Output: Hashable {}

extension StateGraph.Edge: CustomStringConvertible {
    /// A line with the source, the event and the target, such as `idle ─ start → connecting`.
    ///
    /// A dash replaces a rejected event's target.
    public var description: String { "\(step)" }
}
