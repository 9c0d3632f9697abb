import StateMachines

/// An elevator with its doors: they move only while the cabin stands.
package enum Elevator: FiniteStateDefinition {
    /// The cabin stands at a floor.
    case standing(Doors)

    /// The cabin is on its way.
    case moving

    /// Somebody has pulled the brake.
    case failed(reason: String)

    /// The doors of a cabin that stands.
    package enum Doors: StateDefinition, Hashable {
        /// Nobody gets in or out.
        case closed

        /// People get in and out.
        case open

        /// What happens at a floor.
        package enum Event: Sendable {
            /// The doors move to the other side.
            case toggle
        }

        package mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.closed, .toggle): self = .open
            case (.open, .toggle): self = .closed
            }
        }
    }

    /// What people do.
    package enum Event: CaseIterable, Sendable {
        /// Somebody presses the button of the doors.
        case pressDoors

        /// Somebody has chosen a floor.
        case go

        /// The floor has been reached.
        case arrive

        /// Somebody pulls the brake.
        case brake
    }

    /// What goes on.
    package enum Activity: Hashable, Sendable {
        /// The motor runs.
        case motor

        /// The bell rings.
        case bell
    }

    package static var initialStates: [Elevator] { [.standing(.closed)] }

    package var activities: [Activity] {
        switch self {
        case .standing: []
        case .moving: [.motor]
        case .failed: [.bell]
        }
    }

    package mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.standing(var doors), .pressDoors):
            try doors.handleEvent(.toggle)
            self = .standing(doors)
        case (.standing(.closed), .go): self = .moving
        case (.standing(.open), .go): throw .invalid
        case (.moving, .arrive): self = .standing(.closed)
        case (.moving, .brake): self = .failed(reason: "brake | \"pulled\" <script>")
        case (.standing, .arrive), (.standing, .brake), (.moving, .pressDoors), (.moving, .go): throw .invalid
        case (.failed, .pressDoors), (.failed, .go), (.failed, .arrive), (.failed, .brake): throw .invalid
        }
    }
}
