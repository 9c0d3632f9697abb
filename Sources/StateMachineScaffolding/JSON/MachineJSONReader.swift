/// A reader of this package's JSON format for explored machines, version 2.
///
/// Each state of the graph becomes a state of the chart, nested in states for its enclosing cases.
/// Each combination of the states of regions becomes one state.
package enum MachineJSONReader {
    /// Reads a machine.
    ///
    /// - Throws: ``ChartError`` for the first mistake or unsupported element.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        try read(JSONReader.read(text))
    }

    static func read(_ document: JSONTree) throws(ChartError) -> Chart {
        let version = try document.member("version")
        guard case .number(2) = version.value else {
            throw ChartError(version.position, "this version of the format is not supported", expected: "version 2")
        }
        let states = try document.member("states").elements
        let events = try document.member("events").elements
        var transitions: [[Chart.Transition]] = Array(repeating: [], count: states.count)
        for transition in try document.member("transitions").elements {
            let source = try transition.member("source").index(of: "states", count: states.count)
            let event = events[try transition.member("event").index(of: "events", count: events.count)]
            let target = states[try transition.member("target").index(of: "states", count: states.count)]
            var result = Chart.Transition(
                events: [EventDescriptor(try event.member("id").string)],
                targets: [try target.member("id").string],
                label: try event.member("name").string,
                position: transition.position
            )
            let path =
                try event.optional("path")?.elements.map { element throws(ChartError) in try element.string } ?? []
            if path.count > 1 { result.eventCase = path.joined(separator: ".") }
            if let output = transition.optional("output") { result.actions = ExportedOutput.actions(try output.string) }
            transitions[source].append(result)
        }
        var beginnings: [Chart.Initial] = []
        var root = Chart.State(id: "", kind: .compound, position: document.position)
        var builder = Builder(ids: try states.map { state throws(ChartError) in try state.member("id").string })
        for (state, transitions) in zip(states, transitions) {
            let leaf = try leaf(state, transitions)
            let path =
                leaf.kind == .final
                ? []
                : try state.member("path").elements.dropLast().map { element throws(ChartError) in
                    try element.string
                }
            if try state.member("isInitial").bool {
                beginnings.append(Chart.Initial(targets: [leaf.id], position: state.position))
            }
            builder.add(leaf, at: path[...], to: &root, [])
        }
        root.initial = beginnings.first
        var chart = Chart(name: try document.member("name").string, root: root)
        chart.otherBeginnings = Array(beginnings.dropFirst())
        chart.isExported = true
        return chart
    }

    private static func leaf(_ state: JSONTree, _ transitions: [Chart.Transition]) throws(ChartError) -> Chart.State {
        let isFinal = try state.member("isFinal").bool
        guard try !state.member("isCut").bool else {
            throw ChartError(
                state.position,
                "the exploration stopped at this state, so its transitions are missing",
                expected: "the JSON of a completely explored machine"
            )
        }
        if isFinal, let first = transitions.first {
            throw ChartError(
                first.position,
                "a transition begins at a final state",
                expected: "a state that is not final"
            )
        }
        let id = try state.member("id").string
        guard !id.isEmpty, id.utf8.count <= 200 else {
            throw ChartError(
                state.position,
                "the id of a state is empty or longer than 200 bytes",
                expected: "an id of 1 to 200 bytes"
            )
        }
        var leaf = Chart.State(id: id, kind: isFinal ? .final : .atomic, position: state.position)
        leaf.label = try state.member("name").string
        leaf.casePath = try state.member("path").elements.map { element throws(ChartError) in try element.string }
        leaf.activities = try state.member("activities").elements.map { activity throws(ChartError) in
            try activity.string
        }
        leaf.transitions = transitions
        return leaf
    }

    /// A builder that nests each state in states for its enclosing cases.
    private struct Builder {
        private var taken: Set<String>
        private var composites: [[String]: String] = [:]

        init(ids: [String]) { taken = Set(ids) }

        mutating func add(
            _ leaf: Chart.State,
            at path: ArraySlice<String>,
            to state: inout Chart.State,
            _ around: [String]
        ) {
            // States beyond 20 levels become siblings.
            guard let first = path.first, around.count < 20 else { return state.children.append(leaf) }
            let full = around + [first]
            if let id = composites[full], let index = state.children.firstIndex(where: { $0.id == id }) {
                return add(leaf, at: path.dropFirst(), to: &state.children[index], full)
            }
            var id = first
            while !taken.insert(id).inserted { id += "_" }
            composites[full] = id
            var composite = Chart.State(id: id, kind: .compound, position: leaf.position)
            add(leaf, at: path.dropFirst(), to: &composite, full)
            state.children.append(composite)
        }
    }
}
