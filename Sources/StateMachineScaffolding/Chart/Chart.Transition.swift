extension Chart {
    /// A transition from a state to other states.
    package struct Transition: Sendable, Equatable {
        /// The events that trigger the transition.
        ///
        /// A transition without events is taken as soon as its condition is met.
        package var events: [EventDescriptor]
        package var condition: Condition?
        /// The ids of the target states; without targets, all states stay active.
        package var targets: [String]
        /// Whether the source stays active if it contains all targets.
        package var isInternal = false
        /// The names of the actions between the exits and the entries.
        package var actions: [String] = []
        /// The label in the diagram, if it contains more than names.
        package var label: String?
        /// The case names of the event in an explored machine with dots between them, if the label
        /// does not show them.
        package var eventCase: String?
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
