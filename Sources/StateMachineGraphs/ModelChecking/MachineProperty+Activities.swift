public import StateMachines

extension MachineProperty {
    /// An activity is entered once, no more and no less, in each span between an event that begins
    /// something and one that ends it.
    ///
    /// ```swift
    /// .activity("one player for each file", .player, isEnteredOnceFrom: \.isOpening, until: \.isClosing)
    /// ```
    ///
    /// Handled events divide a run into spans, and into what is outside of them:
    /// - A handled event of the first kind begins a span. Its own transition is the first one of
    ///   that span.
    /// - The next handled event of either kind ends the span. Its own transition no longer belongs
    ///   to it. A span that ends has entered the activity exactly once.
    /// - An event of the first kind that ends a span begins the next one, as does an event of both
    ///   kinds.
    /// - The transition of any other ending event is outside, and so is everything until the next
    ///   span, or before the first one. Outside, the activity is not entered.
    /// - A span that has not ended may be without an entry so far. A second entry is an error at
    ///   once.
    ///
    /// Rejected events, and ending events outside of a span, divide nothing. An activity that goes
    /// on from the start, in an initial state, has been entered by no event and does not count.
    ///
    /// - Parameters:
    ///   - name: What is claimed.
    ///   - activity: What is entered once.
    ///   - begins: The events that begin a span when they are handled.
    ///   - ends: The events that end one when they are handled.
    public static func activity(
        _ name: String,
        _ activity: Definition.Activity,
        isEnteredOnceFrom begins: @escaping @Sendable (Definition.Event) -> Bool,
        until ends: @escaping @Sendable (Definition.Event) -> Bool
    ) -> MachineProperty {
        // How often the activity was entered in the present span; `nil` outside.
        .atAllTimes(name, remembering: { _ in Int?.none }) { entries, step in
            guard step.isHandled else { return true }
            let isBeginning = begins(step.event)
            if isBeginning || ends(step.event) {
                if let entries, entries != 1 { return false }
                entries = isBeginning ? 0 : nil
            }
            guard step.entered.contains(activity) else { return true }
            guard entries == 0 else { return false }
            entries = 1
            return true
        }
    }

    /// An activity is entered once, no more and no less, in each span between two events.
    ///
    /// ```swift
    /// .activity(.player, isEnteredOnceBetween: .start, and: .stop)
    /// ```
    ///
    /// The first event begins a span when it is handled, and its own transition counts; the next
    /// handled one of both ends it, and the first event then begins another span. Outside of such
    /// spans the activity is not entered, not even by the transition of the second event.
    /// ``activity(_:_:isEnteredOnceFrom:until:)`` has the details.
    public static func activity(
        _ activity: Definition.Activity,
        isEnteredOnceBetween begin: Definition.Event,
        and end: Definition.Event
    ) -> MachineProperty where Definition.Event: Equatable {
        .activity(
            "\(ValueName(of: activity)) is entered once between \(ValueName(of: begin)) and \(ValueName(of: end))",
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
    ///
    /// Each state that lists the inner activity lists the outer one before it. So the outer one is
    /// entered first where both are entered, and exited last where both are exited.
    public static func activity(
        _ inner: Definition.Activity,
        onlyDuring outer: Definition.Activity
    ) -> MachineProperty {
        .always("\(ValueName(of: inner)) goes on only during \(ValueName(of: outer))") { state in
            let activities = state.activities
            guard let index = activities.firstIndex(of: inner) else { return true }
            return activities[..<index].contains(outer)
        }
    }
}
