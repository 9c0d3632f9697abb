extension StateGraph {
    /// The states of a graph in the order in which they were found.
    ///
    /// Those of a `PackedStateDefinition` are unpacked one by one as they are asked for;
    /// `Array(graph.states)` has all at once.
    public struct States: RandomAccessCollection, Sendable {
        /// How many states there are.
        public let count: Int

        // Made where the definition is known: generic code that calls it is much faster than with
        // an array, whose metadata is made at run time.
        @usableFromInline let state: @Sendable (Int) -> Definition

        @inlinable
        init(count: Int, _ state: @escaping @Sendable (Int) -> Definition) {
            self.count = count
            self.state = state
        }

        /// The number of the first state.
        @inlinable public var startIndex: Int { 0 }

        /// One more than the number of the last state.
        @inlinable public var endIndex: Int { count }

        /// The numbers of all states.
        @inlinable public var indices: Range<Int> { 0..<count }

        /// The state with a number.
        @inlinable
        public subscript(position: Int) -> Definition { state(position) }
    }
}

extension StateGraph.States: Equatable {
    /// Whether these states are those of another graph, in their order.
    @inlinable
    public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

    /// Whether these states are those of an array, in their order.
    @inlinable
    public static func == (states: Self, array: [Definition]) -> Bool { states.elementsEqual(array) }
}

extension StateGraph.States: CustomStringConvertible {
    /// The states as an array shows them.
    public var description: String { "\(Array(self))" }
}
