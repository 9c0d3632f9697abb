public import StateMachines

extension MachineProperty {
    /// Holds if an activity is entered exactly once in each span between two kinds of events.
    ///
    /// ```swift
    /// .activity("one player for each file", .player, isEnteredOnceFrom: \.isOpening, until: \.isClosing)
    /// ```
    ///
    /// `begins` selects beginning events, and `ends` selects ending events. When the machine
    /// handles these events, they divide a run into spans:
    /// - A beginning event outside a span starts one, and its transition is part of the span.
    /// - The next beginning or ending event that the machine handles ends the span, without being
    ///   part of it. By then, the activity must have been entered exactly once.
    /// - If the event that ends a span is a beginning event, it also starts the next span. An event
    ///   that satisfies both conditions counts as a beginning event.
    /// - Outside the spans, the activity must not be entered. Every transition before the first
    ///   span and between two spans is outside, as is the transition of an event that ends a span
    ///   without starting another.
    /// - A span that has not ended may have no entry yet. A second entry in one span violates the
    ///   property immediately.
    ///
    /// Rejected events do not change the spans, and neither do ending events outside a span. An
    /// activity that an initial state lists does not count as entered.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - activity: The activity that is entered once in each span.
    ///   - begins: A condition that makes an event a beginning event.
    ///   - ends: A condition that makes an event an ending event.
    public static func activity(
        _ name: String,
        _ activity: Definition.Activity,
        isEnteredOnceFrom begins: @escaping @Sendable (Definition.Event) -> Bool,
        until ends: @escaping @Sendable (Definition.Event) -> Bool
    ) -> MachineProperty {
        // The number of entries in the current span, or `nil` outside a span.
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

    /// Holds if an activity is entered exactly once in each span between two events.
    ///
    /// ```swift
    /// .activity(.player, isEnteredOnceBetween: .start, and: .stop)
    /// ```
    ///
    /// A span starts with the transition of a handled event that equals `begin`, and ends before
    /// the transition of the next one that equals `begin` or `end`. If that event equals `begin`,
    /// it also starts the next span. The activity must not be entered outside the spans, which
    /// includes the transition of `end`.
    ///
    /// ``activity(_:_:isEnteredOnceFrom:until:)`` describes the spans in detail.
    public static func activity(
        _ activity: Definition.Activity,
        isEnteredOnceBetween begin: Definition.Event,
        and end: Definition.Event
    ) -> MachineProperty where Definition.Event: Equatable {
        .activity(
            """
            the activity \(ValueName(of: activity).words) is entered exactly once between the events \
            \(ValueName(of: begin).words) and \(ValueName(of: end).words)
            """,
            activity,
            isEnteredOnceFrom: { $0 == begin },
            until: { $0 == end }
        )
    }

    /// Holds if an inner activity runs only while an outer activity runs.
    ///
    /// ```swift
    /// .activity(.connection, onlyDuring: .player)
    /// ```
    ///
    /// Each state that lists the inner activity must list the outer activity before it. If an event
    /// enters both, the machine enters the outer one first; if an event exits both, it exits the
    /// outer one last.
    public static func activity(
        _ inner: Definition.Activity,
        onlyDuring outer: Definition.Activity
    ) -> MachineProperty {
        .always("\(ValueName(of: inner).words) runs only during \(ValueName(of: outer).words)") { state in
            let activities = state.activities
            guard let index = activities.firstIndex(of: inner) else { return true }
            return activities[..<index].contains(outer)
        }
    }
}

extension ValueName {
    /// The case path if there is no other payload, otherwise the description.
    fileprivate var words: String { fields.isEmpty ? path.joined(separator: ".") : description }
}
