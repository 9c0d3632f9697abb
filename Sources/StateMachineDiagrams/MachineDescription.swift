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
    public var events: [Name]

    /// Each event in each state where it is offered.
    public var steps: [Step]

    /// What the analysis of the graph says that may well be meant, a sentence each.
    public var findings: [String]

    /// What the analysis of the graph says that breaks the rules, a sentence each.
    public var defects: [String]

    /// What its author claims of the machine, and whether it is true.
    public var properties: [Property]

    /// What the doc comments say of the machine, its states and events.
    public var documentation: Documentation

    package init(name: String, states: [State], events: [Name], steps: [Step]) {
        self.name = name
        self.states = states
        self.events = events
        self.steps = steps
        (findings, defects, properties, documentation) = ([], [], [], Documentation())
    }

    /// A claim about the machine, with the verdict of its graph.
    public struct Property: Hashable, Sendable {
        /// What is claimed.
        public var name: String

        /// What kind of claim it is, such as `always` or `leads to, if an answer comes (weakly fair)`.
        public var kind: String

        /// What refutes it, several lines; nothing if it holds.
        public var refutation: String?

        package init(name: String, kind: String, refutation: String? = nil) {
            self.name = name
            self.kind = kind
            self.refutation = refutation
        }
    }

    /// A state.
    public struct State: Hashable, Sendable {
        /// What it is called.
        public var name: Name

        /// What goes on in it, outermost first.
        public var activities: [Name]

        /// Whether the machine may begin in it.
        public var isInitial: Bool

        /// Whether it is outside of the constraint of the exploration, so that nothing is known of what it handles.
        public var isCut: Bool

        package init(name: Name, activities: [Name] = [], isInitial: Bool = false, isCut: Bool = false) {
            self.name = name
            self.activities = activities
            self.isInitial = isInitial
            self.isCut = isCut
        }
    }

    /// An event in a state, and what becomes of it.
    public struct Step: Hashable, Sendable {
        /// The state in which the event arrives: its place in ``MachineDescription/states``.
        public var source: Int

        /// The event: its place in ``MachineDescription/events``.
        public var event: Int

        /// What becomes of it; nothing if it is rejected.
        public var reaction: Reaction?

        package init(source: Int, event: Int, reaction: Reaction?) {
            self.source = source
            self.event = event
            self.reaction = reaction
        }
    }

    /// What an accepted event does.
    public struct Reaction: Hashable, Sendable {
        /// The state after it: its place in ``MachineDescription/states``.
        public var target: Int

        /// The activities that end, innermost first.
        public var exited: [Name]

        /// The activities that begin, outermost first.
        public var entered: [Name]

        /// What `handleEvent` returns, unless that is nothing.
        public var output: Name?

        package init(target: Int, exited: [Name] = [], entered: [Name] = [], output: Name? = nil) {
            self.target = target
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
    ///   - documentation: What its source says about it.
    public init<Definition>(
        of graph: StateGraph<Definition>,
        name: String? = nil,
        properties: [StateMachineGraphs.Property<Definition>] = [],
        documentation: Documentation = Documentation()
    ) {
        self.name = name ?? "\(Definition.self)"
        self.documentation = documentation
        states = graph.nodes.map { node in
            State(
                name: Name(of: node.state),
                activities: node.state.activities.map { Name(of: $0) },
                isInitial: node.id < graph.initialCount,
                isCut: graph.isCut(node)
            )
        }
        self.properties = properties.map { property in
            Property(
                name: property.name,
                kind: property.kind,
                refutation: graph.check(property).counterexample?.description
            )
        }
        events = []
        steps = []
        let findings = graph.findings()
        self.findings = findings.filter { !$0.isDefect }.map(\.description)
        defects = findings.filter(\.isDefect).map(\.description)

        var indices: [OfferedEvent: Int] = [:]
        for node in graph.nodes {
            var offered: [Name: Int] = [:]
            for edge in graph.edges(from: node) {
                let name = Name(of: edge.event)
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
        var name: Name
        var occurrence: Int
    }

    private static func reaction<Definition>(of edge: StateGraph<Definition>.Edge) -> Reaction? {
        switch edge.outcome {
        case .rejected: nil
        case .accepted(let output):
            Reaction(
                target: edge.target.id,
                exited: edge.exited.map { Name(of: $0) },
                entered: edge.entered.map { Name(of: $0) },
                output: output is Void ? nil : Name(of: output)
            )
        }
    }
}

extension MachineDescription {
    /// How a state is called in tables: by its cases, without payloads.
    static func title(of name: Name) -> String { name.path.joined(separator: ".") }
}
