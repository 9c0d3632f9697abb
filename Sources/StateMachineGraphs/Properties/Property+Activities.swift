public import StateMachines

extension Property {
    /// An activity is entered once, no more and no less, between an event that begins something and one that ends it.
    ///
    /// ```swift
    /// .activity("one player for each file", .player, isEnteredOnceFrom: \.isOpening, until: \.isClosing)
    /// ```
    ///
    /// The span begins with an accepted event of the first kind, whose own transition counts, and ends before the next accepted
    /// event of the second kind. Outside of such spans the activity is not entered at all.
    ///
    /// - Parameters:
    ///   - name: What is claimed.
    ///   - activity: What is entered once.
    ///   - begins: The events that begin a span, when they are accepted.
    ///   - ends: The events that end one, when they are accepted.
    public static func activity(
        _ name: String,
        _ activity: Definition.Activity,
        isEnteredOnceFrom begins: @escaping @Sendable (Definition.Event) -> Bool,
        until ends: @escaping @Sendable (Definition.Event) -> Bool
    ) -> Property {
        // How often it was entered in the present span; nothing between two spans.
        .atAllTimes(name, remembering: { _ in Int?.none }) { count, step in
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

    /// An activity is entered once, no more and no less, between two events.
    ///
    /// ```swift
    /// .activity(.player, isEnteredOnceBetween: .start, and: .stop)
    /// ```
    ///
    /// The span begins with the first event when it is accepted, and its own transition counts.
    public static func activity(
        _ activity: Definition.Activity,
        isEnteredOnceBetween begin: Definition.Event,
        and end: Definition.Event
    ) -> Property where Definition.Event: Equatable {
        .activity(
            "\(Name(of: activity)) is entered once between \(Name(of: begin)) and \(Name(of: end))",
            activity,
            isEnteredOnceFrom: { $0 == begin },
            until: { $0 == end }
        )
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
