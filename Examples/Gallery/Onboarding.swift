public import StateMachines

/// A coordinator that leads a new user through the screens of an app, in an order that stands in
/// one place: ``Screen``.
///
/// The screens know nothing of each other. They report what the user does, and the coordinator
/// decides what is shown next. A phone call interrupts it and keeps the screen in the state, so
/// that the user finds the app as it was: history, as statecharts call it, is a payload.
public enum Onboarding: StateDefinition, Hashable {
    /// A screen is shown. The coordinator begins with the first one.
    case showing(Screen)

    /// A phone call is in the way. When it is over, this screen is shown again.
    case interrupted(resuming: Screen)

    /// The user has seen all screens, or skipped them.
    case finished

    /// The screens, in their order.
    public enum Screen: Hashable, Sendable, CaseIterable {
        /// Says hello. A user who skips it knows the app, and is spared the tour.
        case welcome
        /// Shows what the app can do.
        case tour
        /// Makes an account. It cannot be skipped, since nothing works without one.
        case account
        /// Asks whether the app may send notifications.
        case notifications
    }

    /// What the user does, and what the system reports.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The user is done with the screen.
        case next

        /// The user goes back to the screen before.
        case back

        /// The user does not want to see this.
        case skip

        /// A phone call comes in.
        case interruptionBegan

        /// The phone call is over.
        case interruptionEnded
    }

    /// What goes on in a state.
    public enum Activity: Hashable, Sendable {
        /// The coordinator is in charge of the window.
        case coordination

        /// A screen can be seen, and its animations run.
        case screen(Screen)
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state, or on this
    ///   screen.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.showing(let screen), .next): self = screen.next.map(Onboarding.showing) ?? .finished
        case (.showing(let screen), .back):
            guard let previous = screen.previous else { throw .invalid }
            self = .showing(previous)
        case (.showing(let screen), .skip):
            guard screen.canBeSkipped else { throw .invalid }
            self = screen.nextAfterSkipping.map(Onboarding.showing) ?? .finished
        case (.showing(let screen), .interruptionBegan): self = .interrupted(resuming: screen)
        case (.showing, .interruptionEnded): throw .invalid

        case (.interrupted(let screen), .interruptionEnded): self = .showing(screen)
        case (.interrupted, .next), (.interrupted, .back), (.interrupted, .skip): throw .invalid
        case (.interrupted, .interruptionBegan): throw .invalid

        case (.finished, .next), (.finished, .back), (.finished, .skip): throw .invalid
        case (.finished, .interruptionBegan), (.finished, .interruptionEnded): throw .invalid
        }
    }

    /// The user has got through.
    public var isFinal: Bool { self == .finished }

    /// The coordination, and inside it the screen; only the latter is exited by a phone call.
    public var activities: [Activity] {
        switch self {
        case .showing(let screen): [.coordination, .screen(screen)]
        case .interrupted: [.coordination]
        case .finished: []
        }
    }
}

extension Onboarding: FiniteStateDefinition {
    /// The first screen.
    public static var initialStates: [Onboarding] { [.showing(.welcome)] }
}
