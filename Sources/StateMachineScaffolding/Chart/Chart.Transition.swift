extension Chart {
    /// What leads from a state to others.
    package struct Transition: Sendable, Equatable {
        /// The events that it is for; if there is none, it is taken as soon as its condition is
        /// met.
        package var events: [EventDescriptor]
        package var condition: Condition?
        /// The ids of the states that it leads to; if there is none, all states stay.
        package var targets: [String]
        /// Whether its source stays active where all targets are inside it.
        package var isInternal = false
        /// The names of what is done between the exits and the entries.
        package var actions: [String] = []
        /// The label of the diagram, where that is more than names.
        package var label: String?
        package var position: Position

        package init(
            events: [EventDescriptor],
            condition: Condition? = nil,
            targets: [String],
            isInternal: Bool = false,
            actions: [String] = [],
            label: String? = nil,
            position: Position
        ) {
            self.events = events
            self.condition = condition
            self.targets = targets
            self.isInternal = isInternal
            self.actions = actions
            self.label = label
            self.position = position
        }
    }
}
