/// The differences between a design and the code, as text.
struct DesignReport {
    let machine: String
    let path: String
    let graphs: MatchedGraphs
    let differences: [DesignDifference]

    init(_ graphs: MatchedGraphs, machine: String, path: String) {
        (self.machine, self.path, self.graphs) = (machine, path, graphs)
        differences = StateMachineCatalog.differences(between: graphs.design, and: graphs.code)
    }

    /// The differences with their runs, or one line if there are none.
    var text: String {
        guard !differences.isEmpty else {
            let counts = [(graphs.code.states.count, "state"), (graphs.code.transitions.count, "transition")]
            let first = "\(machine) matches \(path): \(counts.map(Self.counted).joined(separator: ", "))."
            return ([first] + renamed).joined(separator: "\n")
        }
        let parts = items.map { "\($0.kind): \($0.sentence)\n    \($0.place): \($0.run)" }
        let count = Self.counted((differences.count, "difference"))
        let end = ([count + "."] + renamed).joined(separator: "\n")
        return "\(machine) differs from \(path):\n\n\((parts + [end]).joined(separator: "\n\n"))"
    }

    /// A line for each of the first states with another name in the code.
    var renamed: [String] {
        let shown = graphs.renamed.prefix(20).map { renaming in
            "The state \(renaming.design) of the design is called \(renaming.code) in the code."
        }
        let rest = graphs.renamed.count - shown.count
        return shown + (rest > 0 ? ["\(Self.counted((rest, "more state"))) have other names."] : [])
    }

    /// A difference in words.
    struct Item {
        var kind: DesignDifference.Kind
        var sentence: String
        /// Where the run is possible: “in the code” or “in the design”.
        var place: String
        var run: Run
    }

    /// The differences in words.
    var items: [Item] {
        differences.map { difference in
            Item(
                kind: difference.kind,
                sentence: sentence(difference),
                place: runsInCode(difference) ? "in the code" : "in the design",
                run: difference.run
            )
        }
    }

    private static func counted(_ pair: (count: Int, noun: String)) -> String {
        "\(pair.count) \(pair.noun)\(pair.count == 1 ? "" : "s")"
    }

    private func sentence(_ difference: DesignDifference) -> String {
        let isMissing = difference.kind == .missing
        switch difference.subject {
        case .state(let key):
            return isMissing
                ? "the code never enters the state \(title(key))."
                : "the design never enters the state \(title(key))."
        case .beginning(let key):
            return isMissing
                ? "the code does not begin in \(title(key)), but the design does."
                : "the code begins in \(title(key)), but the design does not."
        case .end(let key):
            return isMissing
                ? "\(title(key)) is a final state in the design, but not in the code."
                : "\(title(key)) is a final state in the code, but not in the design."
        case .event(let event, in: let state, let design, let code):
            let (place, name) = (title(state), eventTitle(event, in: state))
            if code.isEmpty {
                return "\(place) does not handle \(name), which leads to \(list(design)) in the design."
            }
            if design.isEmpty {
                return "\(place) handles \(name), which leads to \(list(code)) in the code."
            }
            return "in \(place), \(name) leads to \(list(code)) in the code, but to \(list(design)) in the design."
        }
    }

    /// Whether the run of a difference is a run of the code.
    private func runsInCode(_ difference: DesignDifference) -> Bool {
        switch difference.kind {
        case .missing: return false
        case .added: return true
        case .elsewhere:
            guard case .event(_, _, let design, let code) = difference.subject else { return true }
            return !Set(code).isSubset(of: design)
        }
    }

    private func title(_ key: String) -> String {
        graphs.code.states[key]?.title ?? graphs.design.states[key]?.title ?? key
    }

    private func list(_ keys: [String]) -> String { keys.map(title).joined(separator: " or ") }

    private func eventTitle(_ event: String, in state: String) -> String {
        func name(in graph: NamedGraph) -> String? {
            graph.transitions.filter { $0.key.source == state && $0.key.event == event }.map(\.value.name).min()
        }
        return name(in: graphs.code) ?? name(in: graphs.design) ?? event
    }
}
