extension Onboarding.Screen {
    /// The screen after this one; `nil` for the last.
    public var next: Onboarding.Screen? {
        switch self {
        case .welcome: .tour
        case .tour: .account
        case .account: .notifications
        case .notifications: nil
        }
    }

    /// The screen before this one; `nil` for the first.
    public var previous: Onboarding.Screen? {
        switch self {
        case .welcome: nil
        case .tour: .welcome
        case .account: .tour
        case .notifications: .account
        }
    }

    /// Whether the user may do without this screen.
    public var canBeSkipped: Bool {
        switch self {
        case .welcome, .tour, .notifications: true
        case .account: false
        }
    }

    /// The screen that follows when this one is skipped; `nil` for the last.
    var nextAfterSkipping: Onboarding.Screen? {
        switch self {
        case .welcome: .account
        case .tour, .account, .notifications: next
        }
    }
}
