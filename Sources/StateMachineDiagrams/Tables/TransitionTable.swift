import StateMachineGraphs
import StateMachines

/// The behavior of a machine, as a matrix of states and events and as a list of transitions.
///
/// States and events are represented by their cases. If the outcome of an event depends on a
/// payload, the entry names the part of the payload that matters.
///
/// ```swift
/// let table = TransitionTable(of: machine)
/// table[0, 1]     // the outcomes of the second event in the first state
/// ```
public struct TransitionTable: Hashable, Sendable {
    /// The states in the order of their declaration, with one row for each.
    public var states: [String] = []

    /// The events in the order of their declaration, with one column for each.
    public var events: [String] = []

    /// The cells, one row for each state and one column for each event.
    ///
    /// A cell contains the possible outcomes, which exclude each other. There are several if the
    /// outcome depends on payloads or if there are several reasons for rejections, and none if the
    /// state does not offer the event.
    public var cells: [[[Entry]]] = []

    /// The transitions, grouped by their sources.
    public var transitions: [Transition] = []

    /// A possible outcome of an event, with its condition.
    public struct Entry: Hashable, Sendable {
        /// The outcome of the event.
        public var outcome: Outcome

        /// The condition of the outcome, or an empty string if there is no condition.
        public var condition: String

        /// Whether the condition contains a value that is only one sample of many possible values.
        ///
        /// If so, the condition is an example: the outcome for the other values is unknown.
        public var hasSample = false

        /// The reason of a rejection without its payload, such as `insufficient`.
        ///
        /// It is `nil` if the event is handled, or if the definition gives no reason beyond
        /// `invalid`.
        public var reason: String?

        /// Whether the condition excludes values instead of naming them.
        var isNegated = false

        /// Whether the event is handled and changes only other regions.
        var isDecidedByOthers = false

        init(outcome: Outcome, condition: String, hasSample: Bool = false) {
            self.outcome = outcome
            self.condition = condition
            self.hasSample = hasSample
        }

        /// An entry for an outcome under any of several conditions.
        init(outcome: Outcome, _ conditions: [ConditionText], reason: String? = nil, isDecidedByOthers: Bool = false) {
            self.reason = reason
            self.isDecidedByOthers = isDecidedByOthers
            self.outcome = outcome
            condition = conditions.map(\.text).joined(separator: " or if ")
            hasSample = conditions.contains(where: \.hasSample)
            isNegated = conditions.contains(where: \.isNegated)
        }
    }

    /// An outcome of an event.
    public enum Outcome: Hashable, Sendable {
        /// The event leads to this state or changes the payload of the current state.
        case moves(to: String)

        /// The event is handled, but the state does not change.
        case stays

        /// The event is rejected.
        case rejected
    }

    /// A transition with its effects.
    public struct Transition: Hashable, Sendable {
        /// The state before the event.
        public var source: String
        /// The event, with the part of its payload that matters.
        public var event: String
        /// The state after the event.
        public var target: String
        /// The activities that end, innermost first.
        public var exited: [String]
        /// The activities that begin, outermost first.
        public var entered: [String]
        /// The return value of `handleEvent`, or `nil` if there is none to show.
        public var output: String?
        /// The event without its payload and its condition.
        var title: String
    }
}

extension TransitionTable {
    /// Returns the cell of a state and an event.
    public subscript(state: Int, event: Int) -> [Entry] { cells[state][event] }

    /// Creates the table of a machine.
    public init(of machine: MachineDescription) {
        let titles = machine.states.map { MachineDescription.title(of: $0.name) }
        states = titles.uniqued()
        events = machine.events.map(MachineDescription.title).uniqued()

        let steps = Dictionary(grouping: machine.steps) { step in
            Place(state: titles[step.source], event: MachineDescription.title(of: machine.events[step.event]))
        }
        cells = states.map { state in
            events.map { event in Self.entries(steps[Place(state: state, event: event)] ?? [], of: machine, titles) }
        }
        transitions = states.flatMap { state in
            events.flatMap { event in
                Transition.transitions(steps[Place(state: state, event: event)] ?? [], of: machine, titles)
            }
        }
    }

    private struct Place: Hashable {
        var state: String
        var event: String
    }
}

extension TransitionTable {
    /// Returns the entries of a cell.
    private static func entries(
        _ steps: [MachineDescription.Step],
        of machine: MachineDescription,
        _ titles: [String]
    ) -> [Entry] {
        // Even if a payload already has its new value, the event counts as an update.
        let isUpdating = steps.contains { step in
            step.reaction.map { $0.target != step.source && titles[$0.target] == titles[step.source] } ?? false
        }
        let observations = steps.map { step in
            let outcome: TransitionTable.Outcome =
                switch step.reaction {
                case nil: .rejected
                case let reaction? where reaction.target == step.source && !isUpdating: .stays
                case let reaction?: .moves(to: titles[reaction.target])
                }
            return Observation(
                features: machine.features(of: step),
                outcome: CellOutcome(outcome: outcome, reason: step.reason)
            )
        }
        return conditions(of: observations, isBesideRejections: true).map { outcome, conditions in
            Entry(outcome: outcome.outcome, conditions, reason: outcome.reason)
        }
    }

    private struct CellOutcome: ObservedOutcome {
        var outcome: TransitionTable.Outcome
        var reason: String?
        var isRejection: Bool { outcome == .rejected }
    }
}

extension TransitionTable.Transition {
    /// The properties that distinguish transitions, which include no payloads.
    private struct Outcome: ObservedOutcome {
        var isRejection = false
        var reason: String?
        var target = ""
        var exited: [String] = []
        var entered: [String] = []
        var output: String?
    }

    fileprivate static func transitions(
        _ steps: [MachineDescription.Step],
        of machine: MachineDescription,
        _ titles: [String]
    ) -> [Self] {
        let observations = steps.map { step in
            Observation(
                features: machine.features(of: step),
                outcome: step.reaction.map { reaction in
                    Outcome(
                        target: titles[reaction.target],
                        exited: reaction.exited.map(MachineDescription.title),
                        entered: reaction.entered.map(MachineDescription.title),
                        output: reaction.shownOutput.map(MachineDescription.title)
                    )
                } ?? Outcome(isRejection: true, reason: step.reason)
            )
        }
        return conditions(of: observations, isBesideRejections: false).flatMap { outcome, conditions -> [Self] in
            guard !outcome.isRejection, let step = steps.first else { return [] }
            let reactions = zip(steps, observations).filter { $0.1.outcome == outcome }.compactMap(\.0.reaction)
            // Show the payload of a restarted activity to distinguish the old instance from the new
            // one.
            let restarted = Set(outcome.exited).intersection(outcome.entered)
            func activities(_ titles: [String], _ names: KeyPath<MachineDescription.Reaction, [ValueName]>) -> [String]
            {
                titles.enumerated().map { index, title in
                    restarted.contains(title) ? common(reactions.map { $0[keyPath: names][index] }) : title
                }
            }
            let title = MachineDescription.title(of: machine.events[step.event])
            return conditions.map { condition in
                Self(
                    source: titles[step.source],
                    event: condition.text(of: title),
                    target: outcome.target,
                    exited: activities(outcome.exited, \.exited),
                    entered: activities(outcome.entered, \.entered),
                    output: outcome.output == nil ? nil : common(reactions.compactMap(\.shownOutput)),
                    title: title
                )
            }
        }
    }
}
