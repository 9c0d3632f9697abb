import StateMachineGraphs
import StateMachineScaffolding

extension NamedGraph.Source {
    /// The maximum number of states of a design, with all states of its histories.
    static let stateLimit = 20_000

    /// The maximum number of guards that can decide about one event.
    static let guardLimit = 8

    /// Creates the system of a design, by running its chart.
    ///
    /// Each guard may be true or false, independently of other guards.
    ///
    /// - Parameters:
    ///   - chart: The chart of the design.
    ///   - code: The machine that the design is compared with. Its states have names that decide
    ///     between the id and the label of a state in the design. Its events trigger transitions
    ///     for every event.
    init(of chart: Chart, comparedWith code: NamedGraph.Source) throws {
        let tree = try ChartTree(chart)
        if tree.nodes.contains(where: { $0.state.casePath != nil }),
            code.nodes.contains(where: \.place.hasParallelRegions)
        {
            throw Problem("The JSON of a machine with regions is not supported. Use Mermaid or SCXML.")
        }
        let names = ChartNames(tree, comparedWith: code)
        let triggers = try Trigger.all(in: tree, otherEvents: Set(code.edges.map { $0.event[0] }).sorted(), names)
        var search = BreadthFirstSearch<Position, Void>()
        var interpreters: [ChartInterpreter] = []

        func index(of place: ChartInterpreter, from source: Int? = nil) throws -> Int {
            let position = Position(active: place.configuration, stored: place.historyValue)
            let index = search.find(position, from: source.map { ($0, ()) })
            guard index == interpreters.count else { return index }
            guard index < Self.stateLimit else {
                throw Problem("The design has more than \(Self.stateLimit) states.")
            }
            interpreters.append(place)
            nodes.append(Node(place: names.place(of: place.activeStates), isFinal: !place.isRunning))
            return index
        }
        for beginning in [nil] + chart.otherBeginnings {
            nodes[try index(of: ChartInterpreter(chart, from: beginning))].isInitial = true
        }
        while let source = search.takeNext() {
            for trigger in triggers {
                var found: Set<Int> = []
                for guards in trigger.assignments {
                    var place = interpreters[source]
                    guard place.handle(trigger.event, guards: guards) != nil else { continue }
                    let target = try index(of: place, from: source)
                    guard found.insert(target).inserted else { continue }
                    let condition = trigger.condition(guards)
                    edges.append(Edge(source: source, event: trigger.name, condition: condition, target: target))
                }
            }
        }
    }

    /// The part of an interpreter that decides about its future.
    private struct Position: Hashable {
        var active: Set<Int>
        var stored: [Int: [Int]]
    }
}

/// An event of a design with the guards that may decide about it.
private struct Trigger {
    var event: String
    var name: [String]
    var guards: [String]

    static func all(in tree: ChartTree, otherEvents others: [String], _ names: ChartNames) throws -> [Trigger] {
        // An event can complete states and so trigger transitions without an event.
        let always = tree.edges.filter { edge in
            edge.transition.events.isEmpty || edge.transition.events.contains { $0.name.hasPrefix("done.state") }
        }
        let isOpen = tree.events.contains("*")
        let known = tree.events.filter { $0 != "*" }
        let keys = Set(known.map { NameMatching.key(names.event($0), .event) })
        let further = isOpen ? others.filter { !keys.contains(NameMatching.key($0, .event)) } : []
        return try (known + further).map { event in
            let edges = tree.edges.filter { $0.transition.events.contains { $0.matches(event) } } + always
            let guards = Set(edges.flatMap { $0.transition.condition?.guards ?? [] }).sorted()
            guard guards.count <= NamedGraph.Source.guardLimit else {
                throw Problem(
                    "The event \(event) of the design depends on \(guards.count) guards. "
                        + "At most \(NamedGraph.Source.guardLimit) are supported."
                )
            }
            return Trigger(event: event, name: [names.event(event)], guards: guards)
        }
    }

    /// The possible values of the guards, with few true guards first.
    var assignments: [[String: Bool]] {
        (0..<(1 << guards.count)).sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }.map { bits in
            Dictionary(uniqueKeysWithValues: guards.enumerated().map { ($1, bits & (1 << $0) != 0) })
        }
    }

    /// Returns the condition of an edge, such as `[is valid]`, or `nil` without guards.
    func condition(_ values: [String: Bool]) -> String? {
        guard !guards.isEmpty else { return nil }
        let met = guards.filter { values[$0] == true }
        return met.isEmpty ? "[else]" : "[\(met.joined(separator: " and "))]"
    }
}
