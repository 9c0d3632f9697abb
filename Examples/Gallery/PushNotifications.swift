public import StateMachines

/// An app's permission to send notifications.
///
/// The system asks only once, so a user who has declined can grant the permission only in the
/// settings.
public enum PushNotifications: StateDefinition, Hashable {
    /// The system has not asked yet, as in a new app.
    case notDetermined

    /// The system's question is on the screen.
    case asking

    /// The user has granted the permission, when asked or in the settings.
    case granted

    /// The user has declined, and asking again has no effect.
    case denied

    /// The user is reconsidering in the settings, after following the app's link.
    case settings

    /// A request from the app or a user's decision.
    public enum Event: Hashable, Sendable {
        /// The app requests the permission.
        case ask

        /// The user taps "Allow".
        case didAllow

        /// The user taps "Don't Allow".
        case didDecline

        /// The user follows the link to the settings.
        case openSettings

        /// The user returns to the app, with the permission on or off in the settings.
        case didReturn(isAllowed: Bool)
    }

    /// Work that runs while the machine is in certain states.
    public enum Activity: Hashable, Sendable {
        /// The system's question covers the screen.
        case prompt

        /// The app is registered with the service that delivers notifications.
        case registration

        /// The app shows what the user is missing, with a link to the settings.
        case reminder
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.notDetermined, .ask): self = .asking
        case (.notDetermined, .didAllow), (.notDetermined, .didDecline): throw .invalid
        // Before the question, the settings have no switch for the permission.
        case (.notDetermined, .openSettings), (.notDetermined, .didReturn): throw .invalid

        case (.asking, .didAllow): self = .granted
        case (.asking, .didDecline): self = .denied
        case (.asking, .ask), (.asking, .openSettings), (.asking, .didReturn): throw .invalid

        // The user may have changed the settings without following the link.
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

    /// The question, the registration, or the reminder.
    ///
    /// The reminder stays while the user is in the settings.
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
    /// A new app's state.
    public static var initialStates: [PushNotifications] { [.notDetermined] }

    /// Every event, including both ways to return to the app.
    public var sampleEvents: [Event] {
        [.ask, .didAllow, .didDecline, .openSettings, .didReturn(isAllowed: true), .didReturn(isAllowed: false)]
    }
}
