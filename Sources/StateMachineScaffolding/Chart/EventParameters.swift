import StateMachineCommandLine

/// The parameters of events, which all labels of a diagram have to agree on.
struct EventParameters {
    private var found: [String: (parameters: [Chart.Parameter], position: Position)] = [:]

    /// The first spelling of each event, by its letters.
    private var spellings: [String: String] = [:]

    /// Returns the first spelling of an event.
    mutating func spelling(of event: String) -> String {
        let first = spellings[event.lowercased(), default: event]
        spellings[event.lowercased()] = first
        return first
    }

    /// Gives events that differ only in upper and lower case one name.
    ///
    /// - Returns: A note about an event that is written differently elsewhere.
    mutating func unifySpelling(
        of label: inout TransitionLabel,
        at position: Position,
        _ notation: LabelNotation
    ) -> ChartNote? {
        guard !notation.isExplicit else { return nil }
        var note: ChartNote?
        for index in label.events.indices where !notation.isNamed(label.events[index].name) {
            let name = label.events[index].name
            let first = spelling(of: name)
            guard first != name else { continue }
            label.events[index].name = first
            note = ChartNote(
                .spelling,
                at: position,
                "“\(name.abbreviated(after: 60))” is the event “\(first.abbreviated(after: 60))”"
            )
        }
        return note
    }

    var known: [String: [Chart.Parameter]] { found.mapValues(\.parameters) }

    /// Stores the parameters of a label's events.
    ///
    /// - Parameter line: Returns the line of the diagram with another label, which an error
    ///   proposes to write instead.
    mutating func add(
        _ label: TransitionLabel,
        at position: Position,
        line: ((String) -> String)? = nil
    ) throws(ChartError) {
        for event in label.events where !event.parameters.isEmpty {
            if Chart.State.time(of: event.name) != nil {
                throw ChartError(
                    position,
                    "the time “\(event.name)” has parameters",
                    expected: "only the time",
                    instead: label.events.count == 1 ? line?(event.name) : nil
                )
            }
            if let first = found[event.name], first.parameters != event.parameters {
                let list = first.parameters.map(\.description).joined(separator: ", ")
                let expected = "\(event.name)(\(list))"
                throw ChartError(
                    position,
                    "the event “\(event.name)” has other parameters in line \(first.position.line)",
                    expected: expected,
                    instead: label.events.count == 1 ? line?(expected) : nil
                )
            }
            if found[event.name] == nil { found[event.name] = (event.parameters, position) }
        }
    }
}
