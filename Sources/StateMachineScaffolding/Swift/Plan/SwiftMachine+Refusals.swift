extension SwiftMachine {
    /// Rejects parts of the chart that the writer cannot translate.
    func rejectUnsupported() throws(ChartError) {
        var errors = ErrorList()
        for node in tree.nodes.indices { errors.collect { () throws(ChartError) in try rejectUnsupported(node) } }
        for edge in tree.edges { errors.collect { () throws(ChartError) in try rejectUnsupported(edge) } }
        try errors.throwAll()
        guard !tree.events.isEmpty else {
            throw ChartError(
                state(.root).position,
                "no transition has an event",
                expected: "at least one transition with an event"
            )
        }
    }
}
