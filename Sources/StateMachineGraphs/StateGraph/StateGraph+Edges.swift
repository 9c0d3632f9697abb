public import StateMachines

extension StateGraph {
    /// How many pairs of a state and a sample event there are.
    @inlinable
    public var edgeCount: Int { successors.count }

    /// All states with their indices.
    @inlinable
    public var nodes: some RandomAccessCollection<Node> & Sendable {
        states.indices.lazy.map { [states] in Node(id: $0, state: states[$0]) }
    }

    /// The initial states.
    @inlinable
    public var initialNodes: [Node] { (0..<initialCount).map(node) }

    /// All edges, rejected events included, in the order of their sources.
    @inlinable
    public var edges: some Sequence<Edge> { nodes.lazy.flatMap { edges(from: $0) } }

    /// The vertex of a state, if the graph has it; with an abstraction, the one of the state with
    /// the same key.
    @inlinable
    public func node(of state: Definition) -> Node? { find(state).map(node) }

    /// One edge for each sample event of a state, in their order.
    ///
    /// - Complexity: One call of `handleEvent` for each edge.
    @inlinable
    public func edges(from node: Node) -> [Edge] {
        zip(node.state.sampleEvents, successors(of: node.id)).map { edge(from: node, event: $0, successor: $1) }
    }

    /// A shortest path from an initial state to a state: no edges for an initial state.
    ///
    /// - Complexity: O(*n*) calls of `handleEvent` for a path of *n* edges.
    public func path(to node: Node) -> [Edge] {
        let path = edgePath(to: node.id)
        var source = path.start
        return path.edges.compactMap { index in
            let (from, offset) = (self.node(source), index - edgeIndices(of: source).lowerBound)
            source = target(of: index, from: source)
            let event = from.state.sampleEvents.dropFirst(offset).first
            return event.map { edge(from: from, event: $0, successor: successors[index]) }
        }
    }

    /// The initial state and the events of a shortest path to a state.
    package func path(to id: Int) -> (start: Int, events: [Definition.Event]) {
        let path = path(to: node(id))
        return (path.first?.source.id ?? id, path.map(\.event))
    }

    @inlinable
    func node(_ id: Int) -> Node { Node(id: id, state: states[id]) }

    @inlinable
    func successors(of id: Int) -> Slice<ChunkedArray<UInt32>> { successors[Int(offsets[id])..<Int(offsets[id + 1])] }

    @inlinable
    func edge(from source: Node, event: Definition.Event, successor: UInt32) -> Edge {
        let step = TraceStep(from: source.state, event: event)
        let target = step.isHandled && successor != .rejected ? node(Int(successor)) : source
        return Edge(source: source, target: target, step: step.ending(in: target.state))
    }
}
