package import StateMachineGraphs

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
    package var states: [State]

    /// The events that were tried, each once, in the order in which they were first offered.
    package var events: [ValueName]

    /// The events as Swift expressions, by their indices; none for an event that reflection cannot
    /// write.
    package var eventExpressions: [Int: String] = [:]

    /// Each event in each state where it is offered.
    package var steps: [Step]

    /// What the analysis of the graph says that may well be meant, a sentence each.
    package var findings: [String]

    /// What the analysis of the graph says that breaks the rules, a sentence each.
    package var defects: [String]

    /// Cases of machines inside this one that it leaves at once.
    package var passing: [PassingState] = []

    /// Cases that no sample has to produce.
    package var exemptions: [Exemption] = []

    /// What its author claims of the machine, and whether it is true.
    package var properties: [Property]

    /// What the doc comments say of the machine, its states and events.
    package var documentation: SourceDocumentation

    package init(name: String, states: [State], events: [ValueName], steps: [Step]) {
        self.name = name
        self.states = states
        self.events = events
        self.steps = steps
        (findings, defects, properties, documentation) = ([], [], [], SourceDocumentation())
    }

    /// A claim about the machine, with the verdict of its graph.
    package struct Property: Hashable, Sendable {
        /// What is claimed.
        package var name: String

        /// What kind of claim it is, such as `always` or
        /// `leads to, if an answer comes (weakly fair)`.
        package var kind: String

        /// What refutes it, or why it is not decided, several lines; `nil` if it holds.
        package var refutation: String?

        /// Whether it is proved or refuted.
        package var isDecided: Bool

        /// What is wrong at the end of the trace, or why it is not decided, in words; `nil` if it
        /// holds.
        package var reason: String?

        /// The trace that refutes it; `nil` if it holds, and where no trace shows it.
        package var counterexample: Counterexample?

        package init(
            name: String,
            kind: String,
            refutation: String? = nil,
            isDecided: Bool = true,
            reason: String? = nil,
            counterexample: Counterexample? = nil
        ) {
            self.name = name
            self.kind = kind
            self.refutation = refutation
            self.isDecided = isDecided
            self.reason = reason
            self.counterexample = counterexample
        }

        /// The verdict in a word or two.
        package var verdict: String {
            refutation == nil ? "holds" : isDecided ? "**does not hold**" : "**not decided**"
        }
    }

    /// The steps that refute a property.
    package struct Counterexample: Hashable, Sendable {
        /// The state in which it begins: its index in ``MachineDescription/states``.
        package var start: Int

        /// The steps from there: their indices in ``MachineDescription/steps``.
        package var steps: [Int]

        /// The steps of a cycle that can repeat for ever after the others; empty if it takes none.
        package var loop: [Int]
    }

    /// A state.
    package struct State: Hashable, Sendable {
        /// What it is called.
        package var name: ValueName

        /// What goes on in it, outermost first.
        package var activities: [ValueName]

        /// Whether the machine may begin in it.
        package var isInitial: Bool

        /// Whether the machine has reached its end in it.
        package var isFinal: Bool

        /// Whether it is outside of the constraint of the exploration, so that nothing is known of
        /// what it handles.
        package var isCut: Bool

        /// The state as a Swift expression; `nil` if reflection cannot write it.
        package var swiftExpression: String?

        package init(
            name: ValueName,
            activities: [ValueName] = [],
            isInitial: Bool = false,
            isFinal: Bool = false,
            isCut: Bool = false,
            swiftExpression: String? = nil
        ) {
            self.name = name
            self.activities = activities
            self.isInitial = isInitial
            self.isFinal = isFinal
            self.isCut = isCut
            self.swiftExpression = swiftExpression
        }
    }

    /// An event in a state, and what becomes of it.
    package struct Step: Hashable, Sendable {
        /// The state in which the event arrives: its index in ``MachineDescription/states``.
        package var source: Int

        /// The event: its index in ``MachineDescription/events``.
        package var event: Int

        /// What becomes of it; `nil` if it is rejected.
        package var reaction: Reaction?

        package init(source: Int, event: Int, reaction: Reaction?) {
            self.source = source
            self.event = event
            self.reaction = reaction
        }
    }

    /// What a handled event does.
    package struct Reaction: Hashable, Sendable {
        /// The state after it: its index in ``MachineDescription/states``.
        package var target: Int

        /// The activities that end, innermost first.
        package var exited: [ValueName]

        /// The activities that begin, outermost first.
        package var entered: [ValueName]

        /// What `handleEvent` returns, unless that is nothing.
        package var output: ValueName?

        /// The output as tables and diagrams show it: `nil` too for an empty collection, or for an
        /// optional without a value; the elements of a list with semicolons between them.
        package var shownOutput: ValueName?

        package init(target: Int, exited: [ValueName] = [], entered: [ValueName] = [], output: ValueName? = nil) {
            self.target = target
            shownOutput = output
            self.exited = exited
            self.entered = entered
            self.output = output
        }
    }
}
