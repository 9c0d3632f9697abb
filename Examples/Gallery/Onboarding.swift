public import StateMachines

/// A coordinator that leads new users through an app's first screens.
///
/// The screens don't know each other. They report what the user does, and the coordinator decides
/// which one to show next, in the order that only ``Screen`` defines. When a phone call interrupts
/// the user, the state keeps the screen in its payload, so the user returns to it afterward. In
/// statecharts, this is called *history*.
public enum Onboarding: StateDefinition, Hashable {
    /// The app shows this screen, beginning with the first one.
    case showing(Screen)

    /// A phone call interrupts the user, who returns to this screen afterward.
    case interrupted(resuming: Screen)

    /// The user has seen or skipped every screen.
    case finished

    /// The screens, in the order in which they appear.
    public enum Screen: Hashable, Sendable, CaseIterable {
        /// The welcome screen. Users who skip it know the app, so they skip the tour as well.
        case welcome
        /// A tour of the app's features.
        case tour
        /// The screen to create an account, which nobody can skip, because the app needs one.
        case account
        /// The request for permission to send notifications.
        case notifications
    }

    /// A user's action or a report from the system.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The user has finished the screen.
        case next

        /// The user returns to the previous screen.
        case back

        /// The user skips the screen.
        case skip

        /// A phone call begins.
        case interruptionBegan

        /// The phone call is over.
        case interruptionEnded
    }

    /// Work that runs while the machine is in certain states.
    public enum Activity: Hashable, Sendable {
        /// The coordinator controls the window.
        case coordination

        /// A screen is visible, and its animations run.
        case screen(Screen)
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` if the current state or its screen does not handle the
    ///   event.
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

    /// Whether the user has finished the onboarding.
    public var isFinal: Bool { self == .finished }

    /// The coordination, with the screen inside it; a phone call exits only the screen.
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
