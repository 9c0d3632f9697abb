import StateMachineGraphs
import StateMachines

/// What a machine does as a matrix, states by events, and as a list of its transitions.
///
/// States and events stand for their cases. Where what becomes of an event depends on a payload,
/// the entry says on what.
///
/// ```swift
/// let table = TransitionTable(of: machine)
/// table[0, 1].entries     // what becomes of the second event in the first state
/// ```
public struct TransitionTable: Hashable, Sendable {
    /// The states, nearest first: a row for each.
    public var states: [String] = []

    /// The events: a column for each.
    public var events: [String] = []

    /// For each state what becomes of each event.
    public var cells: [[Cell]] = []

    /// The transitions, those of one state after the other.
    public var transitions: [Transition] = []

    /// What becomes of an event in a state: one entry, or several that depend on payloads; none
    /// where it is not offered.
    public struct Cell: Hashable, Sendable {
        /// The entries, which exclude each other.
        public var entries: [Entry] = []
    }

    /// One thing that may become of an event.
    public struct Entry: Hashable, Sendable {
        /// What becomes of it.
        public var outcome: Outcome

        /// When; empty for always.
        public var condition: String
    }

    /// What becomes of an event.
    public enum Outcome: Hashable, Sendable {
        /// It leads to this state, or to another payload of the same one.
        case moves(to: String)

        /// It is handled, and the state stays as it is.
        case stays

        /// It is not handled.
        case rejected
    }

    /// A transition with what it does.
    public struct Transition: Hashable, Sendable {
        /// The state before.
        public var source: String
        /// The event, with what of its payload matters.
        public var event: String
        /// The state after.
        public var target: String
        /// The activities that end, innermost first.
        public var exited: [String]
        /// The activities that begin, outermost first.
        public var entered: [String]
        /// What `handleEvent` returns; nothing for nothing.
        public var output: String?
    }
}

extension TransitionTable {
    /// The cell of a state and an event.
    public subscript(state: Int, event: Int) -> Cell { cells[state][event] }

    /// Sums up what a machine does.
    public init(of machine: MachineDescription) {
        let titles = machine.states.map { MachineDescription.title(of: $0.name) }
        states = titles.uniqued()
        events = machine.events.map(MachineDescription.title).uniqued()

        let steps = Dictionary(grouping: machine.steps) { step in
            Place(state: titles[step.source], event: MachineDescription.title(of: machine.events[step.event]))
        }
        cells = states.map { state in
            events.map { event in Cell(steps[Place(state: state, event: event)] ?? [], of: machine, titles) }
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

extension TransitionTable.Cell {
    fileprivate init(_ steps: [MachineDescription.Step], of machine: MachineDescription, _ titles: [String]) {
        // That one payload among several happens to be there already is not worth telling.
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
            return Observation(features: machine.features(of: step), outcome: outcome)
        }
        entries = conditions(of: observations, isRejection: { $0 == .rejected }).map { outcome, conditions in
            .init(outcome: outcome, condition: conditions.map(\.text).joined(separator: "; "))
        }
    }
}

extension TransitionTable.Transition {
    /// What distinguishes transitions from each other: all but payloads.
    private struct Outcome: Hashable {
        var target: String
        var exited: [String]
        var entered: [String]
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
                }
            )
        }
        return conditions(of: observations, isRejection: { $0 == nil }).flatMap { outcome, conditions -> [Self] in
            guard let outcome, let step = steps.first else { return [] }
            let reactions = zip(steps, observations).filter { $0.1.outcome == outcome }.compactMap(\.0.reaction)
            // What is started anew is told from what is stopped.
            let restarted = Set(outcome.exited).intersection(outcome.entered)
            func activities(_ titles: [String], _ names: KeyPath<MachineDescription.Reaction, [ValueName]>) -> [String]
            {
                titles.enumerated().map { index, title in
                    restarted.contains(title) ? common(reactions.map { $0[keyPath: names][index] }) : title
                }
            }
            return conditions.map { condition in
                Self(
                    source: titles[step.source],
                    event: condition.text(of: MachineDescription.title(of: machine.events[step.event])),
                    target: outcome.target,
                    exited: activities(outcome.exited, \.exited),
                    entered: activities(outcome.entered, \.entered),
                    output: outcome.output == nil ? nil : common(reactions.compactMap(\.shownOutput))
                )
            }
        }
    }
}
