/// The parameters of events, which all labels of a diagram have to agree on.
struct EventParameters {
    private var found: [String: (parameters: [Chart.Parameter], position: Position)] = [:]

    var known: [String: [Chart.Parameter]] { found.mapValues(\.parameters) }

    /// Stores the parameters of a label's event.
    ///
    /// - Parameter line: Returns the line of the diagram with another label, which an error
    ///   proposes to write instead.
    mutating func add(
        _ label: MermaidLabel,
        at position: Position,
        line: ((String) -> String)? = nil
    ) throws(ChartError) {
        guard let event = label.event, !label.parameters.isEmpty else { return }
        if let first = found[event], first.parameters != label.parameters {
            let list = first.parameters.map(\.description).joined(separator: ", ")
            let expected = "\(event)(\(list))"
            throw ChartError(
                position,
                "the event “\(event)” has other parameters in line \(first.position.line)",
                expected: expected,
                instead: line?(expected)
            )
        }
        if found[event] == nil { found[event] = (label.parameters, position) }
    }
}
