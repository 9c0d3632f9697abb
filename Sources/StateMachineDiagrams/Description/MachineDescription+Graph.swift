public import StateMachineGraphs
import StateMachines

extension MachineDescription {
    /// Creates the description of a graph.
    ///
    /// - Parameters:
    ///   - graph: The graph of the machine.
    ///   - name: The name of the machine. Without a name, the name of the type is used.
    ///   - properties: The claims about the machine, each of which is checked.
    ///   - exemptions: The cases that no sample event needs to reach.
    ///   - conditions: Names for what decides between outcomes.
    public init<Definition>(
        of graph: StateGraph<Definition>,
        name: String? = nil,
        properties: [MachineProperty<Definition>] = [],
        exemptions: [Exemption] = [],
        conditions: [NamedCondition<Definition>] = []
    ) {
        self.name = name ?? "\(Definition.self)"
        documentation = SourceDocumentation()
        states = graph.nodes.map { node in
            State(
                name: ValueName(of: node.state),
                activities: node.state.activities.map { ValueName(of: $0) },
                isInitial: node.id < graph.initialCount,
                isFinal: node.state.isFinal,
                isCut: graph.isCut(node),
                swiftExpression: exactSwiftExpression(node.state)
            )
        }
        self.properties = []
        events = []
        steps = []
        (findings, self.exemptions) = ([], exemptions)
        passing = graph.passingParts
        for (finding, missing) in graph.findings(passing: passing) {
            if let missing {
                missingCases.append(MissingCase(typedCase: missing, sentence: finding.description))
            } else if finding.isDefect {
                otherDefects.append(finding.description)
            } else {
                findings.append(finding.description)
            }
        }

        for node in graph.nodes { caseOrder.add(node.state, states[node.id].name) }
        var indices: [OfferedEvent: Int] = [:]
        for node in graph.nodes {
            var offered: [ValueName: Int] = [:]
            for edge in graph.edges(from: node) {
                let name = ValueName(of: edge.event)
                offered[name, default: 0] += 1
                // Events with the same name are distinguished by their order.
                let index = indices[
                    OfferedEvent(name: name, occurrence: offered[name, default: 0]),
                    default: events.count
                ]
                if index == events.count {
                    indices[OfferedEvent(name: name, occurrence: offered[name, default: 0])] = index
                    events.append(name)
                    caseOrder.add(edge.event, name)
                    eventExpressions[index] = exactSwiftExpression(edge.event)
                }
                var step = Step(source: node.id, event: index, reaction: Self.reaction(of: edge))
                step.rejection = edge.step.rejection.flatMap(Self.reason)
                if let rejection = edge.step.rejection, let name = step.rejection { caseOrder.add(rejection, name) }
                step.conditions = conditions.map { $0.isTrue(node.state, edge.event) }
                steps.append(step)
            }
        }
        self.conditions = conditions.map(\.name)
        otherDefects += conditionDefects
        addProperties(properties, of: graph)
        sortByDeclaration()
    }

    /// How often a property is evaluated at most to make its table.
    private static var evaluationLimit: Int { 50_000 }

    /// Checks properties and adds the verdicts.
    private mutating func addProperties<Definition>(
        _ properties: [MachineProperty<Definition>],
        of graph: StateGraph<Definition>
    ) {
        var stepsBySource: [Int: [Int]]?
        for property in properties {
            let verdict = graph.check(property)
            let found = verdict.counterexample
            if found?.trace != nil, stepsBySource == nil {
                stepsBySource = Dictionary(grouping: steps.indices) { steps[$0].source }
            }
            var claim = Property(
                name: property.name,
                kind: "\(property.kind)",
                refutation: verdict.holds ? nil : "\(verdict)",
                isDecided: verdict.undecided == nil,
                reason: found?.reason ?? verdict.undecided?.reason,
                counterexample: found.flatMap { counterexample($0, of: graph, stepsBySource ?? [:]) }
            )
            do throws(PropertyTable.Absence) {
                claim.table = try graph.table(of: property, limit: Self.evaluationLimit)
            } catch {
                claim.tableAbsence = "\(error)"
            }
            self.properties.append(claim)
        }
    }

    /// Returns the steps of a counterexample, or `nil` if it has no complete trace in the graph.
    private func counterexample<Definition>(
        _ found: StateMachineGraphs.Counterexample<Definition>,
        of graph: StateGraph<Definition>,
        _ stepsBySource: [Int: [Int]]
    ) -> Counterexample? {
        func index(of step: TraceStep<Definition>) -> Int? {
            guard let source = graph.node(of: step.before)?.id, let target = graph.node(of: step.after)?.id else {
                return nil
            }
            let name = ValueName(of: step.event)
            return stepsBySource[source]?.first { index in
                let reaction = self.steps[index].reaction
                return events[self.steps[index].event] == name && (reaction != nil) == step.isHandled
                    && reaction?.target ?? source == target
            }
        }
        guard let trace = found.trace, let start = graph.node(of: trace.initial)?.id else { return nil }
        let steps = trace.steps.compactMap(index)
        let loop = found.loop?.steps.compactMap(index) ?? []
        guard steps.count == trace.steps.count, loop.count == found.loop?.steps.count ?? 0 else { return nil }
        return Counterexample(start: start, steps: steps, loop: loop)
    }

    private struct OfferedEvent: Hashable {
        var name: ValueName
        var occurrence: Int
    }

    /// Returns the name of a reason, or `nil` if it says no more than that the event is rejected.
    private static func reason(of rejection: some Error) -> ValueName? {
        guard StateMachines.text(of: rejection) != nil else { return nil }
        let name = ValueName(of: rejection)
        return name.path.last == "invalid" && name.fields.isEmpty ? nil : name
    }

    private static func reaction<Definition>(of edge: StateGraph<Definition>.Edge) -> Reaction? {
        switch edge.step.outcome {
        case .rejected: nil
        case .handled(let output):
            Reaction(
                edge,
                output: output is Void ? nil : ValueName(of: output),
                shownOutput: output is Void || isEmpty(output) ? nil : shown(output)
            )
        }
    }

    /// Returns the name of an output.
    ///
    /// The elements of a list are separated as UML separates actions: `first; second`.
    private static func shown(_ output: Any) -> ValueName {
        let mirror = Mirror(reflecting: output)
        guard mirror.displayStyle == .collection else { return ValueName(of: output) }
        return ValueName(caseName: mirror.children.map { "\(ValueName(of: $0.value))" }.joined(separator: "; "))
    }

    /// Whether an output is an empty collection or an optional without a value.
    ///
    /// Such an output requires no action.
    private static func isEmpty(_ output: Any) -> Bool {
        let mirror = Mirror(reflecting: output)
        return switch mirror.displayStyle {
        case .optional: mirror.children.first.map { isEmpty($0.value) } ?? true
        case .collection, .set, .dictionary: mirror.children.isEmpty
        case nil, .some: false
        }
    }
}

extension MachineDescription.Reaction {
    fileprivate init<Definition>(_ edge: StateGraph<Definition>.Edge, output: ValueName?, shownOutput: ValueName?) {
        self.init(
            target: edge.target.id,
            exited: edge.step.exited.map { ValueName(of: $0) },
            entered: edge.step.entered.map { ValueName(of: $0) },
            output: output
        )
        self.shownOutput = shownOutput
    }
}
