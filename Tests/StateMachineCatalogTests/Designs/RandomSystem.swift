@testable import StateMachineCatalog

/// A system whose nodes are their names.
struct RandomSystem: Equatable {
    typealias Edge = (source: String, event: String, target: String)

    var edges: [Edge]
    var initial: [String]
    var final: Set<String> = []
    var open: Set<String> = []

    init(edges: [Edge], final: Set<String> = []) {
        self.edges = edges
        self.final = final
        initial = edges.prefix(1).map(\.source)
    }

    /// Creates a system of a few states, all of which can be reached.
    init(using generator: inout some RandomNumberGenerator) {
        let names = (0..<Int.random(in: 1...7, using: &generator)).map { "s\($0)" }
        var edges: [Edge] = names.indices.dropFirst().map { index in
            (
                names[Int.random(in: 0..<index, using: &generator)], "e\(Int.random(in: 0..<4, using: &generator))",
                names[index]
            )
        }
        for _ in 0..<Int.random(in: 1...10, using: &generator) {
            let (source, target) = (names.randomElement(using: &generator), names.randomElement(using: &generator))
            let edge = (source ?? "s0", "e\(Int.random(in: 0..<4, using: &generator))", target ?? "s0")
            if !edges.contains(where: { $0 == edge }) { edges.append(edge) }
        }
        self.edges = edges
        initial = ["s0"]
        final = Set(names.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 })
    }

    static func == (first: RandomSystem, second: RandomSystem) -> Bool {
        first.edges.elementsEqual(second.edges, by: ==)
            && (first.initial, first.final, first.open) == (second.initial, second.final, second.open)
    }

    /// Returns the system with an edge removed, added or redirected, and the place of the change.
    func changed(using generator: inout some RandomNumberGenerator) -> (RandomSystem, Edge)? {
        var copy = self
        guard let index = edges.indices.randomElement(using: &generator) else { return nil }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: copy.edges.remove(at: index)
        case 1: copy.edges.append((edges[index].source, edges[index].event, "new"))
        default: copy.edges[index].target = "new"
        }
        return (copy, edges[index])
    }

    var graph: NamedGraph { NamedGraph(ofMachine: system) }

    var system: NamedGraph.Source {
        var names: [String] = []
        for name in initial + edges.flatMap({ [$0.source, $0.target] }) where !names.contains(name) {
            names.append(name)
        }
        let indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        var system = NamedGraph.Source()
        system.nodes = names.map { name in
            NamedGraph.Source.Node(
                place: StatePlace(name: name),
                isInitial: initial.contains(name),
                isFinal: final.contains(name),
                isOpen: open.contains(name)
            )
        }
        system.edges = edges.compactMap { edge in
            guard let source = indices[edge.source], let target = indices[edge.target] else { return nil }
            return NamedGraph.Source.Edge(source: source, event: [edge.event], target: target)
        }
        return system
    }

    /// Whether every step of a run is an edge.
    func hasRun(_ run: Run) -> Bool {
        var state = run.start
        for step in run.steps {
            guard edges.contains(where: { $0 == (state, step.event, step.target) }) else { return false }
            state = step.target
        }
        return initial.contains(run.start)
    }

    /// Returns the length of the shortest run that ends with the same step.
    func distance(to run: Run) -> Int? {
        var distances = Dictionary(uniqueKeysWithValues: initial.map { ($0, 0) })
        for _ in edges {
            for edge in edges {
                guard let distance = distances[edge.source] else { continue }
                distances[edge.target] = min(distances[edge.target] ?? .max, distance + 1)
            }
        }
        guard let last = run.steps.last else { return 0 }
        let source = run.steps.dropLast().last?.target ?? run.start
        guard edges.contains(where: { $0 == (source, last.event, last.target) }) else { return nil }
        return distances[source].map { $0 + 1 }
    }
}
