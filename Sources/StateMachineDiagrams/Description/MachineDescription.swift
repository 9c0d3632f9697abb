package import StateMachineGraphs

/// The behavior of a machine in words.
///
/// The description is a graph whose states, events, outputs and activities are names. Tables and
/// diagrams are created from it. It still contains every state and every event, also the rejected
/// ones, unlike a chart, which combines those that look alike.
///
/// ```swift
/// let graph = try StateGraph(exploring: StreamState.self)
/// let machine = MachineDescription(of: graph)
/// print(machine.text(in: .mermaid))
/// ```
public struct MachineDescription: Hashable, Sendable {
    /// The name of the machine.
    public var name: String

    /// The states in the order in which their cases are declared, nearer ones first.
    package var states: [State]

    /// The tried events without duplicates, in the order in which their cases are declared.
    package var events: [ValueName]

    /// The order of the cases, as far as reflection tells it.
    package var caseOrder = CaseOrder()

    /// The events as Swift expressions, by their indices.
    ///
    /// There is no expression for an event that reflection cannot read completely.
    package var eventExpressions: [Int: String] = [:]

    /// The steps, one for each event in each state that offers it.
    package var steps: [Step]

    /// Findings that may be intended, with one sentence each.
    package var findings: [String]

    /// Findings that violate the rules, with one sentence each.
    package var defects: [String] {
        missingCases.filter { missing in !exemptions.contains { $0.typedCase == missing.typedCase } }.map(\.sentence)
            + otherDefects
    }

    /// The declared cases that no state or sample event has, even if they are exempt.
    package var missingCases: [MissingCase] = []

    /// Findings that violate the rules and are not about a missing case, with one sentence each.
    package var otherDefects: [String] = []

    /// Cases that this machine leaves within the event that enters them.
    package var passing: [ValueName.Part] = []

    /// Cases that no sample event needs to reach.
    package var exemptions: [Exemption] = []

    /// The names of the conditions to which the author has given a name.
    package var conditions: [String] = []

    /// The claims about the machine with their verdicts.
    package var properties: [Property]

    /// The doc comments of the machine, its states and its events.
    package var documentation: SourceDocumentation

    package init(name: String, states: [State], events: [ValueName], steps: [Step]) {
        self.name = name
        self.states = states
        self.events = events
        self.steps = steps
        (findings, properties, documentation) = ([], [], SourceDocumentation())
    }

    /// A declared case that no state or sample event has.
    package struct MissingCase: Hashable, Sendable {
        package var typedCase: TypedCase

        /// The finding about the case.
        package var sentence: String
    }

    /// A claim about the machine with its verdict.
    package struct Property: Hashable, Sendable {
        /// The text of the claim.
        package var name: String

        /// The kind of the claim, such as `always` or `leads to, if an answer comes (weakly fair)`.
        package var kind: String

        /// The refutation, or the reason why the claim is undecided, in several lines.
        ///
        /// It is `nil` if the claim holds.
        package var refutation: String?

        /// Whether the claim is proved or refuted.
        package var isDecided: Bool

        /// The problem at the end of the trace, or the reason why the claim is undecided.
        ///
        /// It is `nil` if the claim holds.
        package var reason: String?

        /// The trace that refutes the claim, or `nil` if there is no such trace.
        package var counterexample: Counterexample?

        /// The claim as numbers, with which a page checks a recording.
        package var table: PropertyTable?

        /// The reason why there is no ``table``.
        package var tableAbsence: String?

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

        /// The verdict in a few words.
        package var verdict: String {
            refutation == nil ? "holds" : isDecided ? "**does not hold**" : "**undecided**"
        }
    }

    /// The steps that refute a property.
    package struct Counterexample: Hashable, Sendable {
        /// The index of the initial state in ``MachineDescription/states``.
        package var start: Int

        /// The indices of the steps in ``MachineDescription/steps``.
        package var steps: [Int]

        /// The steps of a cycle that can repeat forever after `steps`.
        ///
        /// It is empty if there is no cycle.
        package var loop: [Int]
    }

    /// A state.
    package struct State: Hashable, Sendable {
        /// The name of the state.
        package var name: ValueName

        /// The activities that run in the state, outermost first.
        package var activities: [ValueName]

        /// Whether the machine may begin in this state.
        package var isInitial: Bool

        /// Whether the machine has reached its end in this state.
        package var isFinal: Bool

        /// Whether the state is outside the constraint of the exploration.
        ///
        /// The edges of such a state are unknown.
        package var isCut: Bool

        /// The state as a Swift expression, or `nil` if reflection cannot read it completely.
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

    /// An event in a state, with its outcome.
    package struct Step: Hashable, Sendable {
        /// The index of the state before the event in ``MachineDescription/states``.
        package var source: Int

        /// The index of the event in ``MachineDescription/events``.
        package var event: Int

        /// The effects of the event, or `nil` if it is rejected.
        package var reaction: Reaction?

        /// The reason why the event is rejected, or `nil` if it is handled or has no further
        /// reason.
        package var rejection: ValueName?

        /// Whether each of the named ``MachineDescription/conditions`` is true.
        package var conditions: [Bool] = []

        package init(source: Int, event: Int, reaction: Reaction?) {
            self.source = source
            self.event = event
            self.reaction = reaction
        }
    }

    /// The effects of a handled event.
    package struct Reaction: Hashable, Sendable {
        /// The index of the state after the event in ``MachineDescription/states``.
        package var target: Int

        /// The activities that end, innermost first.
        package var exited: [ValueName]

        /// The activities that begin, outermost first.
        package var entered: [ValueName]

        /// The return value of `handleEvent`, or `nil` if there is none.
        package var output: ValueName?

        /// The output as tables and diagrams show it.
        ///
        /// The elements of a list are separated by semicolons. The shown output is `nil` if there
        /// is none, if it is an empty collection, or if it is an optional without a value.
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
