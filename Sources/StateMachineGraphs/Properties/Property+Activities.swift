public import StateMachines

extension Property {
    /// An activity is entered once, no more and no less, between an event that begins something and one that ends it.
    ///
    /// ```swift
    /// .activity(.player, isEnteredOnceFrom: { $0 == .start }, until: { $0 == .stop })
    /// ```
    ///
    /// The span begins with an accepted event of the first kind, whose own transition counts, and ends before the next accepted
    /// event of the second kind. Outside of such spans the activity is not entered at all.
    ///
    /// - Parameters:
    ///   - activity: What is entered once.
    ///   - begins: The events that begin a span, when they are accepted.
    ///   - ends: The events that end one, when they are accepted.
    public static func activity(
        _ activity: Definition.Activity,
        isEnteredOnceFrom begins: @escaping @Sendable (Definition.Event) -> Bool,
        until ends: @escaping @Sendable (Definition.Event) -> Bool
    ) -> Property {
        let name = "\(Name(of: activity)) is entered once from its beginning to its end"
        // How often it was entered in the present span; nothing between two spans.
        return .atAllTimes(name, remembering: { _ in Int?.none }) { count, step in
            guard step.isAccepted else { return true }
            if let number = count, ends(step.event) {
                count = nil
                return number == 1
            }
            if count == nil, begins(step.event) { count = 0 }
            guard step.entered.contains(activity) else { return true }
            guard count == 0 else { return false }
            count = 1
            return true
        }
    }

    /// One activity goes on only while another one does, which begins first and ends last.
    ///
    /// ```swift
    /// .activity(.connection, onlyDuring: .player)
    /// ```
    public static func activity(
        _ inner: Definition.Activity,
        onlyDuring outer: Definition.Activity
    ) -> Property {
        .always("\(Name(of: inner)) goes on only during \(Name(of: outer))") { state in
            let activities = state.activities
            guard let place = activities.firstIndex(of: inner) else { return true }
            return activities[..<place].contains(outer)
        }
    }
}
