extension MachineWriter {
    /// The largest number of events in the scenario.
    private static let scenarioLength = 5
    /// How many events the search for the scenario tries.
    private static let scenarioTries = 500

    /// A step of a run in the words of the diagram.
    private struct ScenarioStep {
        var event: EventID
        var guards: [String]
        var actions: [String]
        var after: ChartInterpreter
        var value: String
    }

    /// Adds a test that replays a short run in the words of the diagram.
    func addScenario(to file: inout SwiftSource) {
        let beginning = ChartInterpreter(chart)
        let steps = scenario(from: beginning)
        guard !steps.isEmpty else { return }
        let hasGuards = !machine.guards.isEmpty
        func states(_ state: ChartInterpreter) -> String {
            let leaves = state.activeStates.sorted().filter { tree.nodes[$0].children.isEmpty }
            return leaves.map { machine.state($0).id.literal }.joined(separator: ", ")
        }
        file.add()
        file.block("@Test func `a run in the words of the diagram`() throws") { file in
            file.add("var machine = \(name).initialStates[0]")
            let guards = hasGuards ? ", _ guards: Set<String> = []" : ""
            let result = machine.hasActions ? " -> [String]" : ""
            file.block("func send(_ event: String\(guards)) throws\(result)") { file in
                let arguments = "diagramEvent: event" + (hasGuards ? ", guards: guards" : "")
                file.add("let event = try #require(\(name).Event(\(arguments)))")
                let call = "try machine.handleEvent(event)"
                file.add(machine.hasActions ? "return \(call).map(\\.diagramAction)" : call)
            }
            file.add("#expect(machine.diagramStates == [\(states(beginning))])")
            for step in steps {
                let guards = step.guards.isEmpty ? "" : ", [\(step.guards.map(\.literal).joined(separator: ", "))]"
                let call = "try send(\(machine.events[step.event].diagram.literal)\(guards))"
                let actions = step.actions.map(\.literal).joined(separator: ", ")
                file.add(machine.hasActions ? "#expect(\(call) == [\(actions)])" : call)
                file.add("#expect(machine.diagramStates == [\(states(step.after))])")
            }
        }
    }

    /// The first of the longest runs that reach another state with each event.
    private func scenario(from beginning: ChartInterpreter) -> [ScenarioStep] {
        var longest: [ScenarioStep] = []
        var steps: [ScenarioStep] = []
        var known: Set<String> = [value(of: beginning).text]
        var tries = Self.scenarioTries
        func extend(_ before: ChartInterpreter) {
            for next in self.steps(from: before) {
                guard tries > 0, longest.count < Self.scenarioLength else { return }
                tries -= 1
                guard known.insert(next.value).inserted else { continue }
                steps.append(next)
                if steps.count > longest.count { longest = steps }
                extend(next.after)
                steps.removeLast()
                known.remove(next.value)
            }
        }
        extend(beginning)
        return longest
    }

    /// The handled events in a state, each with as few guards as possible first.
    private func steps(from before: ChartInterpreter) -> some Sequence<ScenarioStep> {
        machine.events.indices.lazy.filter { self.machine.events[$0].diagram != "*" }
            .flatMap { event in
                self.valuations(of: event).sorted { $0.count(where: \.value) < $1.count(where: \.value) }
                    .map { (event, $0) }
            }
            .compactMap { event, valuation -> ScenarioStep? in
                var after = before
                guard let actions = after.handle(self.machine.events[event].diagram, guards: valuation) else {
                    return nil
                }
                let guards = valuation.filter(\.value).keys.sorted()
                let value = self.value(of: after).text
                return ScenarioStep(event: event, guards: guards, actions: actions, after: after, value: value)
            }
    }
}
