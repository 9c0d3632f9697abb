extension FormatWriter {
    static let scxml = FormatWriter(fileExtension: "scxml") { ExecutableChart(of: $0).scxml }
}

extension ExecutableChart {
    /// The chart in SCXML (W3C State Chart XML, 2015).
    ///
    /// Names that are not valid SCXML identifiers are in attributes with a separate namespace.
    var scxml: String {
        var writer = SCXMLWriter(chart: self)
        return writer.text
    }
}

private struct SCXMLWriter {
    let chart: ExecutableChart
    private var lines: [String] = []

    init(chart: ExecutableChart) {
        self.chart = chart
    }

    var text: String {
        mutating get {
            let isParallel = chart.root.kind == .parallel
            let initial = isParallel ? chart.root.id : chart.root.states.first?.id
            if isParallel {
                write(chart.root, depth: 1)
            } else {
                for state in chart.root.states { write(state, depth: 1) }
            }
            return """
                <?xml version="1.0" encoding="UTF-8"?>
                <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:machine="urn:swift-state-machines" version="1.0" \
                datamodel="ecmascript" initial="\((initial ?? "").escapedForXML)" machine:name="\(chart.name.escapedForXML)">
                \(lines.joined(separator: "\n"))
                </scxml>

                """
        }
    }

    private mutating func write(_ state: ExecutableChart.State, depth: Int) {
        let indent = String(repeating: "  ", count: depth)
        let element = state.kind == .parallel ? "parallel" : state.isFinal ? "final" : "state"
        let initial = state.kind == .plain ? state.states.first.map { " initial=\"\($0.id)\"" } ?? "" : ""
        let variant = state.variant.map { " machine:variant=\"\($0.escapedForXML)\"" } ?? ""
        let start = "\(element) id=\"\(state.id)\"\(initial) machine:name=\"\(state.title.escapedForXML)\"\(variant)"
        guard !state.transitions.isEmpty || !state.states.isEmpty else { return lines.append("\(indent)<\(start)/>") }
        lines.append("\(indent)<\(start)>")
        for transition in state.transitions { lines.append("\(indent)  \(tag(for: transition))") }
        for inner in state.states { write(inner, depth: depth + 1) }
        lines.append("\(indent)</\(element)>")
    }

    private func tag(for transition: ExecutableChart.Transition) -> String {
        let event = chart.events[transition.event]
        var attributes = ["event=\"\(event.id)\""]
        if !transition.guards.isEmpty { attributes.append("cond=\"\(condition(transition.guards).escapedForXML)\"") }
        if let target = transition.target { attributes.append("target=\"\(target)\"") }
        // The name is not `machine:event` because some readers ignore the namespaces of attributes.
        attributes.append("machine:name=\"\("\(event.name)".escapedForXML)\"")
        if let path = event.casePath { attributes.append("machine:case=\"\(path.escapedForXML)\"") }
        if let output = transition.output { attributes.append("machine:output=\"\("\(output)".escapedForXML)\"") }
        return "<transition \(attributes.joined(separator: " "))/>"
    }

    private func condition(_ guards: [[String]]) -> String {
        let alternatives = guards.map { $0.map { "In('\($0)')" }.joined(separator: " && ") }
        return alternatives.count == 1 ? alternatives[0] : alternatives.map { "(\($0))" }.joined(separator: " || ")
    }
}
