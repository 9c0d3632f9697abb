import StateMachineScaffolding

/// The names of the states and events of a design.
struct ChartNames {
    private let tree: ChartTree
    private let ends: Set<StateID>

    /// The keys of the names of states and of events in the code.
    private let knownStates: Set<String>
    private let knownEvents: Set<String>

    /// The case names of events whose ids differ: those that a comment chooses, and those of an
    /// exported machine.
    private var events: [String: String] = [:]

    /// Creates the names of a design for a comparison with a machine.
    init(_ tree: ChartTree, comparedWith code: NamedGraph.Source) {
        self.tree = tree
        ends = tree.ends
        knownStates = Set(code.stateNames.map { NameMatching.key($0, .state) })
        knownEvents = Set(code.eventNames.map { NameMatching.key($0, .event) })
        for naming in tree.namings where naming.kind == .event { events[naming.label] = naming.name }
        guard tree.isExported else { return }
        for edge in tree.edges {
            guard let event = edge.transition.events.first else { continue }
            if let name = edge.transition.eventCase ?? edge.transition.label.map(Self.withoutPayload) {
                events[event.name] = name
            }
        }
    }

    /// Returns the name of an event without its payload: `search` for `search(query)`.
    ///
    /// Words in parentheses are part of the name if they are in the code, where the scaffolding
    /// writes them: `createSuccess` for `create (success)`.
    func event(_ id: String) -> String {
        events[id] ?? (knownEvents.contains(NameMatching.key(id, .event)) ? id : Self.withoutPayload(id))
    }

    private static func withoutPayload(_ name: String) -> String {
        guard let end = name.firstIndex(of: "("), end != name.startIndex else { return name }
        return String(name[..<end].reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Returns the place of a set of active states.
    func place(of active: Set<StateID>) -> StatePlace {
        for node in active {
            if let path = tree.nodes[node].state.casePath { return StatePlace(path: path) }
        }
        let outermost = inner(of: .root, active)
        // A parallel state around everything stands for the machine.
        if tree.nodes[.root].children.count == 1, tree.kind(tree.nodes[.root].children[0]) == .parallel {
            let regions = outermost.flatMap(\.place.regions)
            return regions.count == 1 ? regions[0].place : StatePlace(regions: regions)
        }
        return outermost.first?.place ?? StatePlace()
    }

    private func inner(of node: StateID, _ active: Set<StateID>) -> [StatePlace.Region] {
        tree.nodes[node].children.filter(active.contains).flatMap { child -> [StatePlace.Region] in
            let (name, regions) = (name(of: child), inner(of: child, active))
            guard tree.kind(node) == .parallel else {
                return [StatePlace.Region(place: StatePlace(name: name, regions: regions))]
            }
            // A region is named by its label. Its content has the names of states.
            if tree.kind(child) == .parallel {
                // The regions of a region are regions of the enclosing state, as in `ValueName`.
                return regions.map { region in
                    StatePlace.Region(
                        label: [name, region.label].compactMap(\.self).joined(separator: "."),
                        place: region.place
                    )
                }
            }
            if regions.isEmpty {
                // The scaffolding writes no property for a region without inner states.
                let isInCode = knownStates.contains(NameMatching.key(name, .state))
                return isInCode ? [StatePlace.Region(label: name, place: StatePlace(name: name))] : []
            }
            let place = regions.count == 1 ? regions[0].place : StatePlace(regions: regions)
            return [StatePlace.Region(label: name, place: place)]
        }
    }

    /// Returns the id of a state, as in the scaffolding, or the label if the code has this name.
    private func name(of node: StateID) -> String {
        if ends.contains(node) { return "end" }
        let state = tree.nodes[node].state
        if tree.isExported { return state.label.map(Self.withoutPayload) ?? state.id }
        guard let label = state.label, !knownStates.contains(NameMatching.key(state.id, .state)),
            knownStates.contains(NameMatching.key(label, .state))
        else { return state.id }
        return label
    }
}
