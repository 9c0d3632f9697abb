extension Chart {
    /// A state, with the states inside it in the order of the file.
    package struct State: Sendable, Equatable {
        /// What kind of state it is.
        package enum Kind: Sendable, Equatable {
            /// No state is inside it.
            case atomic
            /// One of the states inside it is active.
            case compound
            /// All states inside it are active: they are its regions.
            case parallel
            /// The machine, or the state around it, has reached its end.
            case final
            /// No state, but what was active when the state around it was last left: its child, or
            /// with `isDeep` all inside.
            case history(isDeep: Bool)
        }

        /// What transitions call it; no other state of the chart has the same.
        package var id: String
        /// How the diagram labels it, where that is not the id.
        package var label: String?
        package var kind: Kind
        package var children: [State] = []
        /// What is entered with it where no transition says more; `nil` stands for its first child.
        ///
        /// That of a history leads to what is entered as long as nothing is stored.
        package var initial: Initial?
        package var transitions: [Transition] = []
        /// The names of what is done at the entry of the state.
        package var entryActions: [String] = []
        /// The names of what is done at the exit of the state.
        package var exitActions: [String] = []
        /// The names of what goes on in the state.
        package var activities: [String] = []
        /// What notes of the diagram say about it.
        package var notes: [String] = []
        package var position: Position

        package init(id: String, kind: Kind, position: Position) {
            self.id = id
            self.kind = kind
            self.position = position
        }
    }

    /// The states that are entered with the state around them.
    package struct Initial: Sendable, Equatable {
        package var targets: [String]
        package var position: Position

        package init(targets: [String], position: Position) {
            self.targets = targets
            self.position = position
        }
    }
}
