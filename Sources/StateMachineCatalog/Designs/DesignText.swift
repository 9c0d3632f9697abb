import StateMachineDiagrams
import StateMachineScaffolding

/// A Mermaid diagram of a machine's behavior, without payloads.
struct DesignText {
    let text: String

    /// Writes the design of a machine, reads it again and compares it with the machine.
    ///
    /// - Parameter diagram: The Mermaid diagram of the machine, which is the design if its states
    ///   have regions.
    /// - Throws: A ``Problem`` if Mermaid cannot express the machine.
    init(of code: NamedGraph.Source, named machine: String, diagram: @autoclosure () -> String) throws {
        let known = NamedGraph(ofMachine: code)
        guard known.states.values.count(where: \.isInitial) == 1 else {
            throw Self.problem(machine, "it has several initial states. Draw one design for each of them.")
        }
        if code.nodes.contains(where: \.place.hasParallelRegions) {
            text = diagram()
        } else {
            var writer = DesignWriter(code, known)
            text = writer.text
        }
        do {
            let graphs = try MatchedGraphs(design: DiagramLanguage.read(text, named: "design.mmd"), code: code)
            if let renamed = graphs.renamed.first {
                throw Self.problem(machine, "the state \(renamed.code) would be called \(renamed.design).")
            }
            guard let first = differences(between: graphs.design, and: graphs.code).first else { return }
            throw Self.problem(machine, "the design would differ from it after \(first.run).")
        } catch let error as ChartError {
            throw Self.problem(machine, "\(error).")
        }
    }

    private static func problem(_ machine: String, _ reason: String) -> Problem {
        Problem("Cannot write a design of \(machine): \(reason)")
    }
}

/// Writes the graph of a machine as a Mermaid diagram.
private struct DesignWriter {
    private let graph: NamedGraph
    private let places: [String: StatePlace]
    private var identifiers = Identifiers()
    private var ids: [[String]: String] = [:]
    private var lines = ["stateDiagram-v2", "  %% labels: event [guard] / action, one per line"]

    init(_ code: NamedGraph.Source, _ graph: NamedGraph) {
        self.graph = graph
        places = Dictionary(code.nodes.map { (MatchedGraphs.key($0.place), $0.place) }) { first, _ in first }
    }

    var text: String {
        mutating get {
            let keys = graph.states.keys.sorted { order($0) < order($1) }
            let paths = keys.compactMap { places[$0]?.names }
            write(paths, inside: [])
            for (key, path) in zip(keys, paths) {
                if graph.states[key]?.isInitial == true { add("[*] --> \(id(path))", 1) }
            }
            for key in keys { writeTransitions(from: key) }
            for (key, path) in zip(keys, paths) where graph.states[key]?.isFinal == true {
                add("\(id(path)) --> [*]", 1)
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    private mutating func add(_ line: String, _ depth: Int) {
        lines.append(String(repeating: "  ", count: depth) + line)
    }

    private func order(_ key: String) -> (Int, String) {
        (graph.states[key]?.run.steps.count ?? 0, graph.states[key]?.run.description ?? "")
    }

    private func id(_ path: [String]) -> String { ids[path] ?? "" }

    /// Declares the states with their nesting.
    private mutating func write(_ paths: [[String]], inside outer: [String]) {
        var written: Set<[String]> = []
        for path in paths where path.count > outer.count && path.starts(with: outer) {
            let state = Array(path[...outer.count])
            guard written.insert(state).inserted else { continue }
            ids[state] = identifiers.identifier(for: state[outer.count])
            let depth = outer.count + 1
            let inner = paths.filter { $0.count > state.count && $0.starts(with: state) }
            let isNamed = id(state) == state[outer.count]
            let title = isNamed ? id(state) : "\"\(escaped(state[outer.count]))\" as \(id(state))"
            add("state \(title)\(inner.isEmpty ? "" : " {")", depth)
            guard !inner.isEmpty else { continue }
            write(inner, inside: state)
            add("}", depth)
        }
    }

    /// Writes the transitions of a state, with a guard if an event leads to several states.
    private mutating func writeTransitions(from key: String) {
        let reactions = (graph.reactions[key] ?? [:]).sorted { $0.key < $1.key }
        guard let source = places[key].map({ id($0.names) }) else { return }
        for (_, transitions) in reactions {
            for transition in transitions {
                guard let target = places[transition.target]?.names, let name = graph.transitions[transition]?.name
                else { continue }
                let condition = transitions.count > 1 ? " [to \(escaped(target.joined(separator: " ")))]" : ""
                add("\(source) --> \(id(target)) : \(escaped(name))\(condition)", 1)
            }
        }
    }

    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isPlain = scalar.properties.isAlphabetic || "0123456789 ._".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "#\(scalar.value);"
        }.joined()
    }
}
