public import StateMachines

/// Whether the user lets an app send notifications.
///
/// The system asks only once. After a no, the way to a yes leads through the settings.
public enum PushNotifications: StateDefinition, Hashable {
    /// The user has not been asked. A new app begins here.
    case notDetermined

    /// The system's question is on the screen.
    case asking

    /// The user has said yes: in answer to the question, or in the settings.
    case granted

    /// The user has said no. Asking again would do nothing.
    case denied

    /// The user has been taken to the settings, to think it over.
    case settings

    /// What the app asks for, and what the user decides.
    public enum Event: Hashable, Sendable {
        /// The app asks for the permission.
        case ask

        /// The user taps on "Allow".
        case didAllow

        /// The user taps on "Don't Allow".
        case didDecline

        /// The user follows the link to the settings.
        case openSettings

        /// The user comes back to the app, and the switch in the settings is on or off.
        case didReturn(isAllowed: Bool)
    }

    /// What goes on in a state.
    public enum Activity: Hashable, Sendable {
        /// The system's question covers the screen.
        case prompt

        /// The app is registered with the service that delivers notifications.
        case registration

        /// The app lets the user know what they miss, with a link to the settings.
        case reminder
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.notDetermined, .ask): self = .asking
        case (.notDetermined, .didAllow), (.notDetermined, .didDecline): throw .invalid
        // There is no switch in the settings before the question.
        case (.notDetermined, .openSettings), (.notDetermined, .didReturn): throw .invalid

        case (.asking, .didAllow): self = .granted
        case (.asking, .didDecline): self = .denied
        case (.asking, .ask), (.asking, .openSettings), (.asking, .didReturn): throw .invalid

        // The user may have been in the settings without the app.
        case (.granted, .didReturn(isAllowed: false)), (.denied, .didReturn(isAllowed: false)): self = .denied
        case (.granted, .didReturn(isAllowed: true)), (.denied, .didReturn(isAllowed: true)): self = .granted
        case (.granted, .ask), (.granted, .didAllow), (.granted, .didDecline): throw .invalid
        case (.granted, .openSettings): throw .invalid

        case (.denied, .openSettings): self = .settings
        case (.denied, .ask), (.denied, .didAllow), (.denied, .didDecline): throw .invalid

        case (.settings, .didReturn(isAllowed: true)): self = .granted
        case (.settings, .didReturn(isAllowed: false)): self = .denied
        case (.settings, .ask), (.settings, .didAllow), (.settings, .didDecline): throw .invalid
        case (.settings, .openSettings): throw .invalid
        }
    }

    /// The question, the registration, or the reminder, which stays while the user is in the
    /// settings.
    public var activities: [Activity] {
        switch self {
        case .notDetermined: []
        case .asking: [.prompt]
        case .granted: [.registration]
        case .denied, .settings: [.reminder]
        }
    }
}

extension PushNotifications: FiniteStateDefinition {
    /// A new app.
    public static var initialStates: [PushNotifications] { [.notDetermined] }

    /// Every event, and both ways to come back.
    public var sampleEvents: [Event] {
        [.ask, .didAllow, .didDecline, .openSettings, .didReturn(isAllowed: true), .didReturn(isAllowed: false)]
    }
}
