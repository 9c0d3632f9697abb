extension FormatWriter {
    // The name of a file has two extensions, because the JSON of this package has the second one.
    static let xstate = FormatWriter(fileExtension: "xstate.json") { ExecutableChart(of: $0).xstate }
}

extension ExecutableChart {
    /// The chart as the configuration of an XState 5 machine, `createMachine(configuration)`.
    ///
    /// A guard such as `In('#paused')` is the name of a guard to provide: `stateIn('#paused')`. An
    /// activity is the name of an actor to provide.
    var xstate: String {
        var writer = XStateWriter(chart: self)
        return writer.text
    }
}

private struct XStateWriter {
    let chart: ExecutableChart
    /// The enclosing state of each state.
    private var parents: [String: String] = [:]
    /// The states to which a transition refers by their ids.
    private var targets: Set<String> = []

    init(chart: ExecutableChart) {
        self.chart = chart
        noteParents(in: chart.root)
        noteTargets(in: chart.root)
    }

    private mutating func noteParents(in state: ExecutableChart.State) {
        for inner in state.states {
            parents[inner.id] = state.id
            noteParents(in: inner)
        }
    }

    private mutating func noteTargets(in state: ExecutableChart.State) {
        for transition in state.transitions {
            targets.formUnion(transition.guards.joined())
            if let target = transition.target, parents[target] != parents[state.id] { targets.insert(target) }
        }
        for inner in state.states { noteTargets(in: inner) }
    }

    var text: String {
        mutating get {
            var name = chart.name
            while targets.contains(name) { name += "_" }
            return OrderedJSON.object([("id", .text(name))] + members(of: chart.root)).text + "\n"
        }
    }

    private func state(_ state: ExecutableChart.State) -> OrderedJSON {
        var result: [(name: String, value: OrderedJSON)] = []
        if targets.contains(state.id) { result.append(("id", .text(state.id))) }
        result += members(of: state)
        result += meta([
            ("machine:name", state.title == state.id ? nil : state.title), ("machine:variant", state.variant),
        ])
        return .object(result)
    }

    private func members(of state: ExecutableChart.State) -> [(name: String, value: OrderedJSON)] {
        var result: [(name: String, value: OrderedJSON)] = []
        if state.kind == .parallel {
            result.append(("type", .text("parallel")))
        } else if state.isFinal {
            result.append(("type", .text("final")))
        } else if let initial = state.states.first {
            result.append(("initial", .text(initial.id)))
        }
        let actors = state.activities.map { OrderedJSON.object([("src", .text($0))]) }
        if !actors.isEmpty { result.append(("invoke", actors.count == 1 ? actors[0] : .list(actors))) }
        if !state.transitions.isEmpty { result.append(("on", on(state))) }
        if !state.states.isEmpty {
            result.append(("states", .object(state.states.map { ($0.id, self.state($0)) })))
        }
        return result
    }

    /// The transitions of a state, grouped by their events.
    private func on(_ state: ExecutableChart.State) -> OrderedJSON {
        var events: [Int] = []
        for transition in state.transitions where !events.contains(transition.event) { events.append(transition.event) }
        return .object(
            events.map { event in
                let all = state.transitions.filter { $0.event == event }.map { self.transition($0, from: state) }
                return (chart.events[event].id, all.count == 1 ? all[0] : .list(all))
            }
        )
    }

    private func transition(_ transition: ExecutableChart.Transition, from state: ExecutableChart.State) -> OrderedJSON
    {
        var result: [(name: String, value: OrderedJSON)] = []
        if let target = transition.target {
            result.append(("target", .text(parents[target] == parents[state.id] ? target : "#\(target)")))
        }
        if !transition.guards.isEmpty { result.append(("guard", .text(condition(transition.guards)))) }
        if let output = transition.output, "\(output)" != "[]" { result.append(("actions", .text("\(output)"))) }
        let event = chart.events[transition.event]
        let name = "\(event.name)"
        result += meta([("machine:name", name == event.id ? nil : name), ("machine:case", event.casePath)])
        if result.count == 1, case .text(let target) = result[0].value, result[0].name == "target" {
            return .text(target)
        }
        return .object(result)
    }

    /// Returns the member with the names that XState does not know, if there are any.
    private func meta(_ names: [(name: String, value: String?)]) -> [(name: String, value: OrderedJSON)] {
        let known = names.compactMap { name, value in value.map { (name, OrderedJSON.text($0)) } }
        return known.isEmpty ? [] : [("meta", .object(known))]
    }

    private func condition(_ guards: [[String]]) -> String {
        let alternatives = guards.map { $0.map { "In('#\($0)')" }.joined(separator: " && ") }
        return alternatives.count == 1 ? alternatives[0] : alternatives.map { "(\($0))" }.joined(separator: " || ")
    }
}
