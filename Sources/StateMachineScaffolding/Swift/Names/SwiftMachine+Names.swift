import StateMachineCommandLine

// The Swift names of the parts of a chart, with checks for duplicates. `SwiftName` makes a name
// from a text, and `SwiftMachine+Lookups` lists the names that the rules use.

extension SwiftMachine {
    mutating func nameStates() throws(ChartError) {
        cases = NumberedList(tree.nodes.map { SwiftName.lower($0.state.key ?? $0.state.id, kind: "state") })
        for end in tree.ends { cases[end] = "end" }
        var owners: [String: StateID] = [:]
        for (index, node) in tree.nodes.numbered {
            if node.state.kind == .parallel {
                for child in node.children {
                    cases[child] = SwiftName.variable(state(child).key ?? state(child).id, kind: "state")
                }
            }
            var siblings: [String: StateID] = [:]
            for child in node.children {
                if let other = siblings.updateValue(child, forKey: cases[child]) {
                    throw collision(
                        of: state(other).id,
                        with: state(child).id,
                        as: cases[child],
                        at: state(child).position
                    )
                }
            }
            guard index > .root, node.state.kind == .compound || node.state.kind == .parallel else { continue }
            let type = SwiftName.upper(node.state.id, kind: "State")
            if index != outerRegions, let other = owners.updateValue(index, forKey: type) {
                throw collision(of: state(other).id, with: node.state.id, as: type, at: node.state.position)
            }
            if type == name { throw collision(of: module, with: node.state.id, as: type, at: node.state.position) }
            types[index] = index == outerRegions ? name : type
            variables[index] = SwiftName.variable(node.state.id, kind: "state")
        }
        types[.root] = name
        try nameHistories()
        var checked: [String: StateID] = [:]
        for id in tree.edges.flatMap({ $0.transition.condition?.states ?? [] }) {
            guard let node = tree.index(of: id) else { continue }
            if let other = checked.updateValue(node, forKey: activityCheck(of: id)), other != node {
                throw collision(of: state(other).id, with: id, as: activityCheck(of: id), at: state(node).position)
            }
        }
        if isWrapped { types[.root] = "State" }
    }

    mutating func nameEvents() throws(ChartError) {
        let positions = tree.events.map { event in
            tree.edges.first { $0.transition.events.contains { $0.name == (event == "*" ? "" : event) } }?.transition
                .position ?? state(.root).position
        }
        let isOther = { SwiftName.lower($0, kind: "event") == "other" }
        if tree.events.last == "*", let index = tree.events.dropLast().firstIndex(where: isOther) {
            throw ChartError(
                positions[index],
                "the event “\(tree.events[index])” would be `other` in Swift, which is the name for “*”",
                expected: "another name"
            )
        }
        let names = try names(
            of: zip(tree.events, positions).map { ($0 == "*" ? "other" : $0, $1) },
            .event
        )
        events = NumberedList(zip(tree.events, names).map { ($0, $1.name) })
        let all = tree.edges.flatMap { edge in
            (edge.transition.condition?.guards ?? []).map { ($0, edge.transition.position) }
        }
        parameters = NumberedList(tree.events.map { tree.parameters[$0] ?? [] })
        try nameGuards(all)
        let guardsOfSteps = tree.guardsOfSteps(after: tree.events)
        payloads = NumberedList(
            zip(tree.events, guardsOfSteps).map { event, further in
                var guards: [String] = []
                for edge in tree.edges where edge.transition.events.contains(where: { $0.matches(event) }) {
                    for name in edge.transition.condition?.guards ?? [] where !guards.contains(name) {
                        guards.append(name)
                    }
                }
                for name in further where !guards.contains(name) { guards.append(name) }
                return guards
            }
        )
        let known = Set(payloads.joined())
        for edge in tree.steps.map({ tree.edges[$0] }) {
            for name in edge.transition.condition?.guards ?? [] where !stepGuards.contains(name) {
                guard known.contains(name) else {
                    throw ChartError(
                        edge.transition.position,
                        "no event comes before this transition, so nothing determines whether the guard “\(name)” is true",
                        expected: "an event on the transition, or an event that leads to “\(state(edge.source).id)”"
                    )
                }
                stepGuards.append(name)
            }
        }
        if let index = payloads.firstIndex(where: { $0.count > 6 }) {
            let event = events[index].diagram
            let further = Set(guardsOfSteps[index.number]).count
            throw ChartError(
                positions[index.number],
                "the event “\(event)” has \(payloads[index].count) guards"
                    + (further > 0 ? ", \(further) of them for transitions without an event" : ""),
                expected: "at most 6, because the sample events cover every combination of guards"
            )
        }
    }

    /// Names the guards.
    ///
    /// Guards are variables in the generated code, so their names must not hide other names that
    /// the code reads.
    private mutating func nameGuards(_ uses: [(text: String, position: Position)]) throws(ChartError) {
        // A guard can be a parameter of type `Bool` with its name.
        let taken = namesInRules.union(parameters.joined().filter { $0.type != .bool }.map(\.name))
        for guarded in try names(of: uses, .guard) {
            var name = SwiftName.variable(guarded.name, kind: "guard")
            // No other guard has an underscore at the end, so the name stays unique.
            while taken.contains(name) { name += "_" }
            guards[guarded.diagram] = name
        }
    }

    /// Returns the Swift names of texts.
    ///
    /// - Parameter uses: The texts to name, with their positions.
    func names(
        of uses: [(text: String, position: Position)],
        _ kind: SwiftNaming.Kind
    ) throws(ChartError) -> [(diagram: String, name: String)] {
        var result: [(diagram: String, name: String)] = []
        var owners: [String: String] = [:]
        let chosen = tree.namings.filter { $0.kind == kind }
        for naming in chosen where !uses.contains(where: { $0.text == naming.label }) {
            throw ChartError(
                naming.position,
                "the comment names the \(kind.rawValue) “\(naming.label.abbreviated(after: 60))”, which is not in the diagram",
                expected: uses.first.map { "\(kind.rawValue): \"\($0.text)\" = \(naming.name)" }
            )
        }
        let short = kind == .event ? Self.shortNames(of: uses.map(\.text)) : [:]
        for (text, position) in uses {
            let name =
                chosen.last { $0.label == text }?.name ?? short[text] ?? SwiftName.lower(text, kind: kind.rawValue)
            if owners[name] == text { continue }
            if let other = owners.updateValue(text, forKey: name) {
                var error = collision(of: other, with: text, as: name, at: position)
                error.fix =
                    "in Mermaid, PlantUML and Graphviz, a comment can choose a name: "
                    + "\(kind.rawValue): \"\(text.abbreviated(after: 60))\" = anotherName"
                throw error
            }
            result.append((text, name))
        }
        return result
    }

    /// Returns the names of events without their parameters, for events whose parameters have
    /// unknown types, unless another event has this name.
    private static func shortNames(of events: [String]) -> [String: String] {
        let names = events.map { SwiftName.lower(EventSignature.words(beforeUnknownTypesIn: $0) ?? $0, kind: "event") }
        return zip(events, names).reduce(into: [:]) { short, event in
            let isShorter = EventSignature.words(beforeUnknownTypesIn: event.0) != nil
            if isShorter, names.count(where: { $0 == event.1 }) == 1 { short[event.0] = event.1 }
        }
    }

    func collision(
        of first: String,
        with second: String,
        as name: String,
        at position: Position
    ) -> ChartError {
        ChartError(
            position,
            "“\(first)” and “\(second)” would both be `\(name)` in Swift",
            expected: "names that differ in letters or digits"
        )
    }
}
