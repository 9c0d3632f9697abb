extension MachineWriter {
    /// The largest number of rows in the table of pairs.
    package static let pairLimit = 400

    /// Returns the files of the test target, by their names.
    package func tests() -> [String: String] {
        ["\(name)Tests.swift": pairsFile().text, "\(name)+Diagram.swift": diagramFile().text]
    }

    // MARK: The table of pairs

    /// A state with an event that it handles.
    private struct Row {
        var before: String
        var event: String
        var after: String
        var actions: [String]
    }

    private func pairsFile() -> SwiftSource {
        let table = rows()
        var file = SwiftSource(["import StateMachines", "import Testing", "", "@testable import \(module)", ""])
        file.block("@Suite struct \(name)Tests") { file in
            file.add(
                comment: "A state with an event that it handles, and the next state"
                    + (machine.hasActions ? " with the actions." : ".")
            )
            file.block("struct Pair: Sendable") { file in
                file.add("var before: \(name)")
                file.add("var event: \(name).Event")
                file.add("var after: \(name)")
                if machine.hasActions { file.add("var actions: [\(name).Action] = []") }
                file.add()
                let properties = ["before", "event", "after"] + (machine.hasActions ? ["actions"] : [])
                let parameters = ["_ before: \(name)", "_ event: \(name).Event", "_ after: \(name)"]
                file.list(
                    opening: "init(",
                    parameters + (machine.hasActions ? ["performing actions: [\(name).Action] = []"] : []),
                    closing: ") {"
                )
                for property in properties { file.add("    self.\(property) = \(property)") }
                file.add("}")
            }
            file.add()
            let all =
                table.isWhole
                ? "Every reachable state with every event that it handles."
                : "The first \(table.rows.count) pairs of a reachable state and an event that it handles."
            file.add(comment: all)
            file.add("static let pairs: [Pair] = [")
            var before: String?
            for row in table.rows {
                if let before, before != row.before { file.add() }
                before = row.before
                var arguments = [row.before, row.event, row.after]
                if !row.actions.isEmpty {
                    arguments.append("performing: [\(row.actions.map { ".\($0)" }.joined(separator: ", "))]")
                }
                var line = SwiftSource()
                line.list(opening: "Pair(", arguments, closing: "),")
                for text in line.lines { file.add("    " + text) }
            }
            file.add("]")
            file.add()
            addChecks(isWhole: table.isWhole, to: &file)
            addStateChecks(of: table.states, to: &file)
            addScenario(to: &file)
        }
        return file
    }

    private func addChecks(isWhole: Bool, to file: inout SwiftSource) {
        file.block("@Test(arguments: pairs) func `every pair behaves as in the diagram`(pair: Pair) throws") { file in
            file.add("var machine = pair.before")
            if machine.hasActions {
                file.add("#expect(try machine.handleEvent(pair.event) == pair.actions)")
            } else {
                file.add("try machine.handleEvent(pair.event)")
            }
            file.add("#expect(machine == pair.after)")
        }
        file.add()
        file.block("@Test func `every other event is rejected`()") { file in
            let beginning = isWhole ? "\(name).initialStates + Self.pairs.map(\\.after)" : "Self.pairs.map(\\.before)"
            file.block("for state in Set(\(beginning))") { file in
                file.add("let handled = Self.pairs.filter { $0.before == state }.map(\\.event)")
                file.block("for event in state.sampleEvents where !handled.contains(event)") { file in
                    file.add("var machine = state")
                    file.block("#expect(throws: \(qualifiedRejection).self, \"\\(state) handles \\(event)\")") { file in
                        file.add("try machine.handleEvent(event)")
                    }
                    file.add("#expect(machine == state, \"\\(event) is rejected and changes the state\")")
                }
            }
        }
    }

    /// Adds checks of states without an event: the beginning, the activities and the ends.
    private func addStateChecks(of states: [ChartInterpreter], to file: inout SwiftSource) {
        func qualified(_ state: ChartInterpreter) -> String { value(of: state).qualified(by: name).text }
        file.add()
        file.block("@Test func `the machine begins as in the diagram`()") { file in
            let beginnings = beginnings
            let values = beginnings.map { value(of: $0).text }.joined(separator: ", ")
            file.add("#expect(\(name).initialStates == [\(values)])")
            let actions = beginnings[0].initialOutput.map { "." + machine.actionName($0) }
            guard !actions.isEmpty else { return }
            file.add("#expect(\(name).initialActions == [\(actions.joined(separator: ", "))])")
        }
        if !machine.activities.isEmpty {
            file.add()
            file.block("@Test func `the activities are those of the diagram`()") { file in
                for state in states {
                    let active = state.activeStates.sorted().flatMap { tree.nodes[$0].state.activities }
                    let names = active.map { "." + machine.activityName($0) }.joined(separator: ", ")
                    file.add("#expect(\(qualified(state)).activities == [\(names)])")
                }
            }
        }
        guard tree.nodes[.root].children.contains(where: { tree.kind($0) == .final }) else { return }
        file.add()
        file.block("@Test func `the machine ends as in the diagram`()") { file in
            for state in states { file.add("#expect(\(state.isRunning ? "!" : "")\(qualified(state)).isFinal)") }
        }
    }

    /// The ids of the unreachable states, without the states inside them.
    ///
    /// The list is empty if there are too many states to explore.
    package var unreachedStates: [String] {
        let table = rows()
        guard table.isWhole else { return [] }
        return tree.nodes.indices.dropFirst().filter { node in
            !tree.isHistory(node) && !table.entered.contains(node)
                && tree.nodes[node].parent.map { $0 == .root || table.entered.contains($0) } ?? true
        }.map { tree.nodes[$0].state.id }
    }

    /// The innermost states that the machine leaves within the event that enters them.
    ///
    /// If there are too many states to explore, these are the states in which a transition without
    /// an event is always possible.
    var passingStates: [StateID] {
        guard !tree.steps.isEmpty else { return [] }
        let table = rows()
        let resting = table.states.reduce(into: Set<StateID>()) { $0.formUnion($1.activeStates) }
        return tree.nodes.indices.filter { node in
            switch tree.kind(node) {
            case .compound, .parallel, .history: false
            case .atomic, .final:
                table.isWhole
                    ? table.entered.contains(node) && !resting.contains(node)
                    : ([node] + tree.ancestors(of: node)).contains(where: tree.isLeftAtOnce)
            }
        }
    }

    private var beginnings: [ChartInterpreter] {
        [ChartInterpreter(chart)] + chart.otherBeginnings.map { ChartInterpreter(chart, from: $0) }
    }

    /// Returns the events that a transition of an active state names.
    private func events(possibleIn machine: ChartInterpreter) -> [EventID] {
        let descriptors = machine.activeStates.flatMap { tree.nodes[$0].state.transitions.flatMap(\.events) }
        let isPrefix = descriptors.contains(where: \.isPrefix)
        let names = Set(descriptors.map(\.name))
        let events = self.machine.events
        return events.indices.filter { isPrefix || names.contains(events[$0].diagram) }
    }

    /// Returns the interpreter's result for each pair of a reachable state and an event that it
    /// handles.
    ///
    /// If there are too many pairs, only the first states are included. The method does not use a
    /// `BreadthFirstSearch` because the scaffolding does not depend on the module with that type.
    private func rows() -> (rows: [Row], states: [ChartInterpreter], entered: Set<StateID>, isWhole: Bool) {
        var rows: [Row] = []
        var waiting = beginnings
        var entered = waiting.reduce(into: Set<StateID>()) { $0.formUnion($1.enteredStates) }
        let valuations = NumberedList<EventID, [[String: Bool]]>(machine.events.indices.map(self.valuations))
        var known = Set(waiting.map(value).map(\.text))
        var index = 0
        while index < waiting.count {
            let before = waiting[index]
            let valueBefore = value(of: before).text
            let rowCount = rows.count
            for event in events(possibleIn: before) {
                for valuation in valuations[event] {
                    var after = before
                    let handled = after.handle(machine.events[event].diagram, guards: valuation)
                    guard let actions = handled else { continue }
                    entered.formUnion(after.enteredStates)
                    let value = value(of: after).text
                    if known.insert(value).inserted { waiting.append(after) }
                    rows.append(
                        Row(
                            before: valueBefore,
                            event: self.event(event) { .bool(valuation[$0] ?? false) }.text,
                            after: value,
                            actions: actions.map(machine.actionName)
                        )
                    )
                }
            }
            guard index == 0 || rows.count <= Self.pairLimit else {
                return (Array(rows[..<rowCount]), Array(waiting[..<index]), entered, false)
            }
            index += 1
        }
        return (rows, waiting, entered, true)
    }
}
