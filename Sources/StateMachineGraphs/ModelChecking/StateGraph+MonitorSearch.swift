import StateMachines

extension StateGraph {
    /// The verdict on a claim about the events so far.
    enum MonitorVerdict {
        case holds

        /// A shortest run whose last step breaks the claim.
        case broken(Trace<Definition>)

        /// There are more pairs of a state and a memory than the limit.
        case endless
    }

    /// Searches for a run that breaks a claim about the events so far.
    ///
    /// - Parameter limit: How many pairs of a state and a memory may be looked at.
    func verdict(
        on history: MachineProperty<Definition>.History,
        limit: Int
    ) throws(Inconsistency) -> MonitorVerdict {
        var monitors = MonitorSearch<Definition, Int, Int>(history)
        for node in initialNodes { monitors.begin(in: node.id, node.state) }
        while let index = monitors.takeNext() {
            if monitors.search.vertices.count > limit { return .endless }
            let id = monitors.search.vertices[index].state
            let (state, events) = (states[id], try sampleEvents(of: id))
            for (edge, event) in zip(edgeIndices(of: id), events) {
                let step = try step(from: state, event: event, edge: edge)
                if let (start, edges) = monitors.follow(edge, from: index, to: target(of: edge, from: id), step) {
                    return .broken(try trace(along: EdgePath(start: start, edges: edges)))
                }
            }
        }
        return .holds
    }
}
