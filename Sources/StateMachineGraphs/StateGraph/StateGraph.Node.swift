import StateMachines

extension StateGraph {
    /// A state of the graph, with its index.
    public struct Node: Identifiable, Hashable, Sendable {
        /// The state's index in ``StateGraph/states``.
        public let id: Int

        /// The state.
        public let state: Definition

        @inlinable
        init(id: Int, state: Definition) {
            self.id = id
            self.state = state
        }
    }
}
