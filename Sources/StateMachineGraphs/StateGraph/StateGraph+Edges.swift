public import StateMachines

extension StateGraph {
    /// The number of edges, including edges of rejected events.
    @inlinable
    public var edgeCount: Int { successors.count }

    /// Every state with its index.
    @inlinable
    public var nodes: some RandomAccessCollection<Node> & Sendable {
        states.indices.lazy.map { [states] in Node(id: $0, state: states[$0]) }
    }

    /// The initial states.
    @inlinable
    public var initialNodes: [Node] { (0..<initialCount).map(node) }

    /// Every edge, including edges of rejected events, ordered by the states where they begin.
    @inlinable
    public var edges: some Sequence<Edge> { nodes.lazy.flatMap { edges(from: $0) } }

    /// Returns the node of a state, or `nil` if the graph does not contain the state.
    ///
    /// In a graph with a key, this is the node whose state has an equal key.
    @inlinable
    public func node(of state: Definition) -> Node? { find(state).map(node) }

    /// Returns one edge for each of a state's sample events, in their order.
    ///
    /// - Complexity: One call of `handleEvent` for each edge.
    @inlinable
    public func edges(from node: Node) -> [Edge] {
        zip(node.state.sampleEvents, successors(of: node.id)).map { edge(from: node, event: $0, successor: $1) }
    }

    /// Returns the shortest path from an initial state to a state.
    ///
    /// An initial state's path has no edges.
    ///
    /// - Complexity: O(*n*) calls of `handleEvent` for a path with *n* edges.
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

    /// Returns the initial state and the events of the shortest path to a state.
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

extension StateGraph: CustomStringConvertible {
    /// A line with the definition, the number of states and the number of edges, such as `Door: 3
    /// states, 12 edges`.
    public var description: String {
        "\(Definition.self): \(count(states.count, "state")), \(count(edgeCount, "edge"))"
    }
}
