public import StateMachineGraphs
import StateMachines

/// What a machine does, in words: a graph whose states, events, outputs and activities are names.
///
/// This is what tables and diagrams are made from.
///
/// ```swift
/// let graph = try StateGraph(exploring: StreamState.self)
/// let machine = MachineDescription(of: graph)
/// print(machine.text(in: .mermaid))
/// ```
public struct MachineDescription: Hashable, Sendable {
    /// What the machine is called.
    public var name: String

    /// The states, nearest first.
    public var states: [State]

    /// The events that were tried, each once, in the order in which they were first offered.
    public var events: [ValueName]

    /// Each event in each state where it is offered.
    public var steps: [Step]

    /// What the analysis of the graph says that may well be meant, a sentence each.
    public var findings: [String]

    /// What the analysis of the graph says that breaks the rules, a sentence each.
    public var defects: [String]

    /// Cases of machines inside this one that it leaves at once.
    public var passing: [PassingState] = []

    /// Cases that no sample has to produce.
    public var exemptions: [Exemption] = []

    /// What its author claims of the machine, and whether it is true.
    public var properties: [Property]

    /// What the doc comments say of the machine, its states and events.
    public var documentation: SourceDocumentation

    package init(name: String, states: [State], events: [ValueName], steps: [Step]) {
        self.name = name
        self.states = states
        self.events = events
        self.steps = steps
        (findings, defects, properties, documentation) = ([], [], [], SourceDocumentation())
    }

    /// A claim about the machine, with the verdict of its graph.
    public struct Property: Hashable, Sendable {
        /// What is claimed.
        public var name: String

        /// What kind of claim it is, such as `always` or `leads to, if an answer comes (weakly fair)`.
        public var kind: String

        /// What refutes it, or why it is not decided, several lines; `nil` if it holds.
        public var refutation: String?

        /// Whether it is proved or refuted.
        public var isDecided: Bool

        package init(name: String, kind: String, refutation: String? = nil, isDecided: Bool = true) {
            self.name = name
            self.kind = kind
            self.refutation = refutation
            self.isDecided = isDecided
        }

        /// The verdict in a word or two.
        package var verdict: String {
            refutation == nil ? "holds" : isDecided ? "**does not hold**" : "**not decided**"
        }
    }

    /// A state.
    public struct State: Hashable, Sendable {
        /// What it is called.
        public var name: ValueName

        /// What goes on in it, outermost first.
        public var activities: [ValueName]

        /// Whether the machine may begin in it.
        public var isInitial: Bool

        /// Whether the machine has reached its end in it.
        public var isFinal: Bool

        /// Whether it is outside of the constraint of the exploration, so that nothing is known of what it handles.
        public var isCut: Bool

        package init(
            name: ValueName,
            activities: [ValueName] = [],
            isInitial: Bool = false,
            isFinal: Bool = false,
            isCut: Bool = false
        ) {
            self.name = name
            self.activities = activities
            self.isInitial = isInitial
            self.isFinal = isFinal
            self.isCut = isCut
        }
    }

    /// An event in a state, and what becomes of it.
    public struct Step: Hashable, Sendable {
        /// The state in which the event arrives: its place in ``MachineDescription/states``.
        public var source: Int

        /// The event: its place in ``MachineDescription/events``.
        public var event: Int

        /// What becomes of it; `nil` if it is rejected.
        public var reaction: Reaction?

        package init(source: Int, event: Int, reaction: Reaction?) {
            self.source = source
            self.event = event
            self.reaction = reaction
        }
    }

    /// What a handled event does.
    public struct Reaction: Hashable, Sendable {
        /// The state after it: its place in ``MachineDescription/states``.
        public var target: Int

        /// The activities that end, innermost first.
        public var exited: [ValueName]

        /// The activities that begin, outermost first.
        public var entered: [ValueName]

        /// What `handleEvent` returns, unless that is nothing.
        public var output: ValueName?

        /// The output as tables and diagrams show it: `nil` too for an empty collection, or for an optional without a value.
        public var shownOutput: ValueName?

        package init(target: Int, exited: [ValueName] = [], entered: [ValueName] = [], output: ValueName? = nil) {
            self.target = target
            shownOutput = output
            self.exited = exited
            self.entered = entered
            self.output = output
        }
    }
}

extension MachineDescription {
    /// Puts a graph into words.
    ///
    /// - Parameters:
    ///   - graph: What the machine does.
    ///   - name: What the machine is called; without one, what its type is called.
    ///   - properties: What is claimed of the machine: each is checked.
    ///   - exemptions: Cases that no sample has to produce.
    ///   - documentation: What its source says about it.
    public init<Definition>(
        of graph: StateGraph<Definition>,
        name: String? = nil,
        properties: [MachineProperty<Definition>] = [],
        exemptions: [Exemption] = [],
        documentation: SourceDocumentation = SourceDocumentation()
    ) {
        self.name = name ?? "\(Definition.self)"
        self.documentation = documentation
        states = graph.nodes.map { node in
            State(
                name: ValueName(of: node.state),
                activities: node.state.activities.map { ValueName(of: $0) },
                isInitial: node.id < graph.initialCount,
                isFinal: node.state.isFinal,
                isCut: graph.isCut(node)
            )
        }
        self.properties = properties.map { property in
            let counterexample = graph.check(property).counterexample
            return Property(
                name: property.name,
                kind: property.kind,
                refutation: counterexample?.description,
                isDecided: counterexample?.isDecided ?? true
            )
        }
        events = []
        steps = []
        (findings, defects, self.exemptions) = ([], [], exemptions)
        passing = PassingStates(of: graph).all
        for finding in graph.findings() {
            switch finding {
            case .unreachable(let type, let caseName) where isExpectedNowhere(type: type, caseName: caseName): break
            case _ where finding.isDefect: defects.append(finding.description)
            case _: findings.append(finding.description)
            }
        }

        var indices: [OfferedEvent: Int] = [:]
        for node in graph.nodes {
            var offered: [ValueName: Int] = [:]
            for edge in graph.edges(from: node) {
                let name = ValueName(of: edge.event)
                offered[name, default: 0] += 1
                // Payloads that read alike are told apart by their order.
                let index = indices[
                    OfferedEvent(name: name, occurrence: offered[name, default: 0]),
                    default: events.count
                ]
                if index == events.count {
                    indices[OfferedEvent(name: name, occurrence: offered[name, default: 0])] = index
                    events.append(name)
                }
                steps.append(Step(source: node.id, event: index, reaction: Self.reaction(of: edge)))
            }
        }
    }

    private struct OfferedEvent: Hashable {
        var name: ValueName
        var occurrence: Int
    }

    private static func reaction<Definition>(of edge: StateGraph<Definition>.Edge) -> Reaction? {
        switch edge.step.outcome {
        case .rejected: nil
        case .handled(let output):
            Reaction(
                edge,
                output: output is Void ? nil : ValueName(of: output),
                isShown: !isEmpty(output)
            )
        }
    }

    /// Whether an output says that there is nothing to do: an empty collection, or an optional without a value.
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
    fileprivate init<Definition>(_ edge: StateGraph<Definition>.Edge, output: ValueName?, isShown: Bool) {
        self.init(
            target: edge.target.id,
            exited: edge.step.exited.map { ValueName(of: $0) },
            entered: edge.step.entered.map { ValueName(of: $0) },
            output: output
        )
        if !isShown { shownOutput = nil }
    }
}

extension MachineDescription {
    /// How a state is called in tables: by its cases, without payloads.
    static func title(of name: ValueName) -> String { name.path.joined(separator: ".") }
}
