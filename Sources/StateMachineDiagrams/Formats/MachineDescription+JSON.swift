import StateMachineGraphs

extension FormatWriter {
    static let json = FormatWriter(fileExtension: "json") { $0.json }
}

extension MachineDescription {
    /// A complete description of the machine for programs, in JSON.
    ///
    /// The JSON follows the schema in `Docs/machine.schema.json`. States with the same behavior,
    /// the same cases and the same activities are merged. Indices begin at 0. The text contains no
    /// `<`, so that a page can include it in a script element.
    var json: String { JSONDocument(of: self).json.escapedForScript }
}

extension JSONDocument {
    fileprivate init(of machine: MachineDescription) {
        let automaton = ExecutableChart.Automaton(of: machine, isExact: true)
        let chart = DrawnChart(of: machine)
        let documentation = machine.documentation
        let type = machine.states.first.map { TypeName($0.name.type) }
        name = machine.name
        module = type?.module.nonempty
        self.type = type?.key.nonempty
        comment = machine.states.first.flatMap { documentation[$0.name.type]?.comment.nonempty }
        states = automaton.states.enumerated().map { index, state in
            State(state, in: chart.positions[automaton.classes.firstIndex(of: index) ?? 0])
        }
        events = automaton.events.enumerated().map { index, event in
            Event(
                id: event.id,
                name: "\(event.name)",
                path: event.name.path,
                comment: documentation.comment(of: event.name),
                swift: machine.eventExpressions[index]
            )
        }
        activities = machine.allActivities.map { Activity(name: "\($0)", comment: documentation.comment(of: $0)) }
        let arrows = chart.arrowsByStep
        transitions = automaton.transitions.map { transition in
            let reaction = transition.reaction
            return Transition(
                source: transition.source,
                event: transition.event,
                target: reaction.target,
                exited: reaction.exited.map(\.description),
                entered: reaction.entered.map(\.description),
                output: reaction.output?.description,
                arrows: Set(transition.steps.flatMap { arrows[$0, default: []] }).sorted().map {
                    chart.arrows[$0].elementID
                }
            )
        }
        rejections = automaton.rejections.map {
            Rejection(source: $0.source, event: $0.event, reason: "\($0.reason)")
        }
        self.chart = Chart(chart, documentation)
        findings = machine.findings
        let checks = PropertyChecks(of: machine, automaton.classes)
        properties = machine.properties.map { property in
            let check = checks.check(property.table)
            return Property(
                name: property.name,
                kind: property.kind,
                verdict: property.refutation == nil ? .holds : property.isDecided ? .refuted : .undecided,
                reason: property.reason,
                counterexample: property.counterexample.map { Counterexample($0, machine, automaton.classes) },
                check: check,
                unchecked: property.tableAbsence
                    ?? (property.table != nil && check == nil ? "\(PropertyTable.Absence.isTooLarge)" : nil)
            )
        }
        if properties.contains(where: { $0.check != nil }) {
            for (index, values) in checks.values.enumerated() { states[index].values = values }
        }
    }
}

extension JSONDocument.State {
    fileprivate init(_ state: ExecutableChart.Automaton.State, in position: [Int]) {
        let representative = state.representative
        let regions = representative.name.regions
        id = state.id
        name = state.title
        path = representative.name.path
        self.regions = regions.count > 1 ? regions.map { .init(name: $0.label ?? "", path: $0.name.path) } : nil
        isInitial = representative.isInitial
        isFinal = representative.isFinal
        isCut = representative.isCut
        activities = representative.activities.map(\.description)
        chartStates = position.map(DrawnChart.State.elementID)
        swift = representative.swiftExpression
    }
}

extension JSONDocument.Chart {
    fileprivate init(_ chart: DrawnChart, _ documentation: SourceDocumentation) {
        regions = Self.regions(chart.regions, documentation) { DrawnChart.regionID($0) }
        arrows = chart.arrows.map { arrow in
            Arrow(
                id: arrow.elementID,
                source: DrawnChart.State.elementID(arrow.source),
                target: DrawnChart.State.elementID(arrow.target),
                labels: arrow.labels.map(\.description)
            )
        }
        ignored = chart.ignored.map(\.description)
        updating = chart.updating.map(\.description)
    }

    private static func regions(
        _ regions: [DrawnChart.Region],
        _ documentation: SourceDocumentation,
        id: (Int) -> String
    ) -> [Region] {
        regions.enumerated().map { index, region in
            let states = region.states.map { state in
                State(
                    id: state.elementID,
                    name: state.name,
                    comment: documentation.comment(type: state.type, caseName: state.name).nonempty,
                    activities: state.activities,
                    isInitial: state.isInitial,
                    isFinal: state.isFinal,
                    isEnd: state.isEnd,
                    isFailure: state.isFailure,
                    regions: self.regions(state.regions, documentation) { state.regionID($0) }
                )
            }
            return Region(id: regions.count > 1 ? id(index) : nil, name: region.name, states: states)
        }
    }
}

extension JSONDocument.Counterexample {
    fileprivate init(
        _ counterexample: MachineDescription.Counterexample,
        _ machine: MachineDescription,
        _ classes: [Int]
    ) {
        func moment(_ state: Int, event: Int? = nil) -> Moment {
            Moment(event: event, state: classes[state], name: "\(machine.states[state].name)")
        }
        func moment(after index: Int) -> Moment {
            let step = machine.steps[index]
            return moment(step.reaction?.target ?? step.source, event: step.event)
        }
        trace = [moment(counterexample.start)] + counterexample.steps.map { moment(after: $0) }
        loop = counterexample.loop.isEmpty ? nil : counterexample.loop.map { moment(after: $0) }
    }
}

extension MachineDescription {
    /// The activities of every state, without duplicates.
    fileprivate var allActivities: [ValueName] {
        var seen: Set<String> = []
        return states.flatMap(\.activities).filter { seen.insert("\($0)").inserted }
    }
}

extension DrawnChart {
    /// The arrows that show each step of the machine, which are none for a step without an arrow.
    fileprivate var arrowsByStep: [Int: [Int]] {
        arrows.reduce(into: [:]) { found, arrow in
            for step in arrow.steps { found[step, default: []].append(arrow.id) }
        }
    }
}

extension SourceDocumentation {
    /// Returns the comment of a value's innermost case with a comment, or `nil` if there is none.
    fileprivate func comment(of name: ValueName) -> String? {
        name.parts.map { comment(type: $0.type, caseName: $0.caseName) }.last { !$0.isEmpty }
    }
}

extension String {
    /// The text, or `nil` if it is empty.
    fileprivate var nonempty: String? { isEmpty ? nil : self }
}
