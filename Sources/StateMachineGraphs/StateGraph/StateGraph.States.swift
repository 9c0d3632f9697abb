extension StateGraph {
    /// A graph's states in the order in which the exploration found them.
    ///
    /// If the definition is a ``PackedStateDefinition``, the collection unpacks a state each time
    /// that you access it. `Array(graph.states)` unpacks every state.
    public struct States: RandomAccessCollection, Sendable {
        /// The number of states.
        public let count: Int

        // Created where the definition's type is known. Generic code that calls this closure is
        // much faster than with an array, whose metadata would be created at run time.
        @usableFromInline let state: @Sendable (Int) -> Definition

        @inlinable
        init(count: Int, _ state: @escaping @Sendable (Int) -> Definition) {
            self.count = count
            self.state = state
        }

        /// The index of the first state.
        @inlinable public var startIndex: Int { 0 }

        /// The index after the last state.
        @inlinable public var endIndex: Int { count }

        /// The state at an index.
        @inlinable
        public subscript(position: Int) -> Definition { state(position) }
    }
}

extension StateGraph.States: Equatable {
    /// Returns whether two graphs have equal states in equal order.
    @inlinable
    public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

    /// Returns whether the states equal the elements of an array, in order.
    @inlinable
    public static func == (states: Self, array: [Definition]) -> Bool { states.elementsEqual(array) }
}

extension StateGraph.States: CustomStringConvertible {
    /// A text with the states, written as an array.
    public var description: String { "\(Array(self))" }
}
