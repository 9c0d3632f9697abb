import StateMachineCommandLine
import StateMachineScaffolding

/// The rules that decide which names of a design and of the code mean the same thing.
///
/// A name in the design matches the name that the scaffolding would write for it. So "Payment
/// failed" matches `paymentFailed`.
struct NameMatching {
    /// The names in the design and the code that differ, each as a pair from the command line.
    var states: [Renaming] = []
    var events: [Renaming] = []

    /// A pair of names, `design=code`.
    struct Renaming: Hashable {
        var design: String
        var code: String
    }

    /// The kind of a name, with which the scaffolding begins a name that would begin with a digit.
    enum Kind: String { case state, event }

    /// Returns the key of a name, which is equal for names that match.
    static func key(_ name: String, _ kind: Kind) -> String {
        // The end of a Mermaid diagram has no letters.
        SwiftName.lower(name, kind: "").isEmpty ? name : SwiftName.lower(name, kind: kind.rawValue)
    }

    /// Returns the key in the code for a name in the design.
    func key(ofDesigned name: String, _ kind: Kind) -> String {
        let renamings =
            switch kind {
            case .state: states
            case .event: events
            }
        let key = Self.key(name, kind)
        return renamings.first { Self.key($0.design, kind) == key }.map { Self.key($0.code, kind) } ?? key
    }
}

/// A design and a machine as graphs with equal keys for matching names.
struct MatchedGraphs {
    var design: NamedGraph
    var code: NamedGraph

    /// The names of states that differ but belong together, in the design and in the code.
    private(set) var renamed: [NameMatching.Renaming] = []

    init(design: NamedGraph.Source, code: NamedGraph.Source, _ matching: NameMatching) throws(UsageError) {
        try Self.check(matching, design, code)
        let designed = { (place: StatePlace) in
            place.mapNames { matching.key(ofDesigned: $0, .state) }
        }
        let coded = { (place: StatePlace) in place.mapNames { NameMatching.key($0, .state) } }
        // The names of regions count only if both sides name their regions.
        let labels = design.nodes.reduce(into: Set()) { $0.formUnion(designed($1.place).regionLabels) }
            .intersection(code.nodes.reduce(into: Set()) { $0.formUnion(coded($1.place).regionLabels) })
        let leaves = Self.leaves(of: design.nodes.map { designed($0.place) })
        let eventKeys = { (event: [String]) in
            matching.key(ofDesigned: event.joined(separator: "."), .event)
        }
        let events = Set(design.edges.map { eventKeys($0.event) })

        self.design = NamedGraph(of: design) { place in
            (designed(place).canonical(keeping: labels), place.title)
        } events: { event in
            (eventKeys(event), event.joined(separator: "."))
        }
        self.code = NamedGraph(of: code) { place in
            (coded(place).truncated(at: leaves).canonical(keeping: labels), place.title)
        } events: { event in
            let name = Self.name(of: event, among: events)
            return (NameMatching.key(name, .event), name)
        }
        try matchStates(chosen: matching.states)
    }

    /// Gives the states that belong together one key.
    private mutating func matchStates(chosen: [NameMatching.Renaming]) throws(UsageError) {
        func key(_ name: String, in graph: NamedGraph) -> String? {
            graph.states.filter { NameMatching.key($0.value.title, .state) == NameMatching.key(name, .state) }.keys
                .min()
        }
        var pairs: [(String, String)] = []
        for renaming in chosen {
            guard let first = key(renaming.design, in: design), let second = key(renaming.code, in: code),
                first != second
            else { continue }
            guard code.states[first] == nil, design.states[second] == nil,
                !pairs.contains(where: { $0.0 == first || $0.1 == second })
            else {
                throw UsageError(
                    "--state \(renaming.design)=\(renaming.code): one of these states is already paired with another state."
                )
            }
            pairs.append((first, second))
        }
        let keys = RenamedStates(in: design, and: code, chosen: pairs).keys
        renamed = keys.compactMap { first, second in
            guard let state = design.states[first], let other = code.states[second] else { return nil }
            return NameMatching.Renaming(design: state.title, code: other.title)
        }.sorted { ($0.design, $0.code) < ($1.design, $1.code) }
        design = design.renaming(keys)
    }

    /// Returns the key of a place in the code, if every state and every event is compared.
    static func key(_ place: StatePlace) -> String { complete(place).key }

    /// Returns the place that represents a place of the code, if every state and every event is
    /// compared.
    fileprivate static func complete(_ place: StatePlace) -> StatePlace {
        place.mapNames { NameMatching.key($0, .state) }.canonical(keeping: [])
    }

    /// Returns the states of a design that are drawn without inner states.
    private static func leaves(of places: [StatePlace]) -> Set<[String]> {
        let paths = Set(places.flatMap(\.leafPaths))
        let outer = Set(paths.flatMap { path in path.indices.map { Array(path[..<$0]) } })
        return paths.subtracting(outer)
    }

    /// Returns the name of an event with as many inner cases as the design names.
    ///
    /// Without such a name in the design, it is the outermost case.
    private static func name(of event: [String], among known: Set<String>) -> String {
        let names = event.indices.reversed().map { event[...$0].joined(separator: ".") }
        return names.first { known.contains(NameMatching.key($0, .event)) } ?? event.first ?? ""
    }

    /// Throws an error for a renaming whose names do not exist.
    private static func check(
        _ matching: NameMatching,
        _ design: NamedGraph.Source,
        _ code: NamedGraph.Source
    ) throws(UsageError) {
        func check(
            _ renamings: [NameMatching.Renaming],
            _ kind: NameMatching.Kind,
            _ names: (NamedGraph.Source) -> [String],
            or further: (NamedGraph.Source) -> [String] = { _ in [] }
        ) throws(UsageError) {
            for renaming in renamings {
                for (name, system, owner) in [(renaming.design, design, "design"), (renaming.code, code, "code")] {
                    let known = names(system)
                    let isKnown = (known + further(system)).contains {
                        NameMatching.key($0, kind) == NameMatching.key(name, kind)
                    }
                    guard !isKnown else { continue }
                    throw UsageError(
                        "--\(kind.rawValue) \(renaming.design)=\(renaming.code): the \(owner) has no \(kind.rawValue) called \(name). "
                            + "Its \(kind.rawValue)s are: \(known.joined(separator: ", "))."
                    )
                }
            }
        }
        try check(matching.states, .state, \.stateNames) { $0.nodes.map(\.place.title) }
        try check(matching.events, .event, \.eventNames)
    }
}

extension MatchedGraphs {
    /// Runs the chart of a design, and compares it with the code.
    init(design chart: Chart, code: NamedGraph.Source, _ matching: NameMatching = NameMatching()) throws {
        try self.init(design: NamedGraph.Source(of: chart, comparedWith: code), code: code, matching)
    }
}

extension NamedGraph {
    /// Creates the graph of a machine that is not compared with a design.
    init(ofMachine code: NamedGraph.Source) {
        self.init(of: code) {
            (MatchedGraphs.complete($0), $0.title)
        } events: { event in
            (NameMatching.key(event.joined(separator: "."), .event), event.joined(separator: "."))
        }
    }
}

extension NamedGraph.Source {
    var stateNames: [String] {
        Set(nodes.flatMap { $0.place.names + $0.place.regionLabels }).sorted()
    }

    var eventNames: [String] {
        Set(edges.flatMap { edge in edge.event.indices.map { edge.event[...$0].joined(separator: ".") } }).sorted()
    }
}

extension StatePlace {
    /// A text that is equal only for equal places.
    var key: String {
        let own = name ?? ""
        if regions.isEmpty { return own }
        if regions.count == 1 { return "\(own).\(regions[0].place.key)" }
        return own + "{" + regions.map { ($0.label.map { "\($0):" } ?? "") + $0.place.key }.joined(separator: "|") + "}"
    }
}
