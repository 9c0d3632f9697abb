import StateMachineScaffolding

/// The names of the states and events of a design.
struct ChartNames {
    private let tree: ChartTree
    private let ends: Set<Int>

    /// The keys of the names of states in the code.
    private let known: Set<String>

    /// The case names of events whose ids differ: those that a comment chooses, and those of an
    /// exported machine.
    private var events: [String: String] = [:]

    init(_ tree: ChartTree, known: Set<String>) {
        self.tree = tree
        ends = tree.ends
        self.known = known
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
    func event(_ id: String) -> String { events[id] ?? Self.withoutPayload(id) }

    private static func withoutPayload(_ name: String) -> String {
        guard let end = name.firstIndex(of: "("), end != name.startIndex else { return name }
        return String(name[..<end].reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Returns the place of a set of active states.
    func place(of active: Set<Int>) -> StatePlace {
        for node in active {
            if let path = tree.nodes[node].state.casePath { return StatePlace(path: path) }
        }
        let outermost = inner(of: 0, active)
        // A parallel state around everything stands for the machine.
        if tree.nodes[0].children.count == 1, tree.kind(tree.nodes[0].children[0]) == .parallel {
            return StatePlace(regions: outermost.flatMap(\.place.regions))
        }
        return outermost.first?.place ?? StatePlace()
    }

    private func inner(of node: Int, _ active: Set<Int>) -> [StatePlace.Region] {
        tree.nodes[node].children.filter(active.contains).map { child in
            let regions = inner(of: child, active)
            guard tree.kind(node) == .parallel else {
                return StatePlace.Region(place: StatePlace(name: name(of: child), regions: regions))
            }
            // A region is named by its label. Its content has the names of states.
            let place = regions.count == 1 ? regions[0].place : StatePlace(regions: regions)
            return StatePlace.Region(label: name(of: child), place: regions.isEmpty ? leaf(child) : place)
        }
    }

    private func leaf(_ node: Int) -> StatePlace { StatePlace(name: name(of: node)) }

    /// Returns the id of a state, as in the scaffolding, or the label if the code has this name.
    private func name(of node: Int) -> String {
        if ends.contains(node) { return "end" }
        let state = tree.nodes[node].state
        if tree.isExported { return state.label.map(Self.withoutPayload) ?? state.id }
        guard let label = state.label, !known.contains(NameMatching.key(state.id)),
            known.contains(NameMatching.key(label))
        else { return state.id }
        return label
    }
}
