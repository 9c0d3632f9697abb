extension Chart {
    /// A state, with its inner states in the order of the file.
    package struct State: Sendable, Equatable {
        /// The kind of a state.
        package enum Kind: Sendable, Equatable {
            /// A state without inner states.
            case atomic
            /// A state with one active inner state.
            case compound
            /// A state whose inner states are all active, as its regions.
            case parallel
            /// The end of the machine or of the enclosing state.
            case final
            /// A history, which stands for the last active child of the enclosing state.
            ///
            /// With `isDeep`, it stands for all states that were active inside the enclosing state.
            case history(isDeep: Bool)
        }

        /// The identifier that transitions use, which is unique in the chart.
        package var id: String
        /// The name of the state inside its parent, if the id also contains the parent.
        package var key: String?
        /// The label in the diagram, if it differs from the id.
        package var label: String?
        /// The case names of a state in an explored machine, from the outside in.
        package var casePath: [String]?
        package var kind: Kind
        package var children: [State] = []
        /// The default targets of an entry into the state; `nil` stands for its first child.
        ///
        /// For a history, they are the targets while nothing is stored.
        package var initial: Initial?
        package var transitions: [Transition] = []
        /// The names of the actions at the entry of the state.
        package var entryActions: [String] = []
        /// The names of the actions at the exit of the state.
        package var exitActions: [String] = []
        /// The names of the activities of the state.
        package var activities: [String] = []
        /// The activities that only wait, by their names.
        package var waits: [String: Wait] = [:]
        /// The texts of the diagram's notes about the state.
        package var notes: [String] = []
        package var position: Position

        package init(id: String, kind: Kind, position: Position) {
            self.id = id
            self.kind = kind
            self.position = position
        }
    }

    /// The work of an activity that waits and then sends an event.
    package struct Wait: Sendable, Equatable {
        package var time: String
        package var event: String

        /// Returns the wait for a time in a state, and the name of its activity.
        static func after(_ time: String, in state: String) -> (activity: String, wait: Wait) {
            ("wait \(time) in \(state)", Wait(time: time, event: "after \(time) in \(state)"))
        }
    }

    /// The states that are entered by default with the enclosing state.
    package struct Initial: Sendable, Equatable {
        package var targets: [String]
        package var position: Position

        package init(targets: [String], position: Position) {
            self.targets = targets
            self.position = position
        }
    }
}

extension Chart.State {
    /// The transitions of the state and of all states inside it.
    var allTransitions: [Chart.Transition] { transitions + children.flatMap(\.allTransitions) }

    /// The ids of the states inside the state.
    var ids: Set<String> { Set(children.map(\.id)).union(children.flatMap(\.ids)) }
}
