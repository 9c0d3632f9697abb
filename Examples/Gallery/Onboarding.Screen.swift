extension Onboarding.Screen {
    /// The next screen, or `nil` for the last one.
    public var next: Onboarding.Screen? {
        switch self {
        case .welcome: .tour
        case .tour: .account
        case .account: .notifications
        case .notifications: nil
        }
    }

    /// The previous screen, or `nil` for the first one.
    public var previous: Onboarding.Screen? {
        switch self {
        case .welcome: nil
        case .tour: .welcome
        case .account: .tour
        case .notifications: .account
        }
    }

    /// Whether the user may skip this screen.
    public var canBeSkipped: Bool {
        switch self {
        case .welcome, .tour, .notifications: true
        case .account: false
        }
    }

    /// The screen that follows if the user skips this one, or `nil` for the last one.
    var nextAfterSkipping: Onboarding.Screen? {
        switch self {
        case .welcome: .account
        case .tour, .account, .notifications: next
        }
    }
}
