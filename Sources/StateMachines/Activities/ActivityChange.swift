#if !hasFeature(Embedded)
/// Activities that one transition exits and enters.
///
/// Most transitions exit at most one activity and enter at most one, so a change of this size
/// allocates no memory.
@usableFromInline
package struct ActivityChange<Activity: Hashable & Sendable>: Hashable, Sendable {
    @usableFromInline var exits: List = .none
    @usableFromInline var entries: List = .none

    /// A list of activities, in the order in which the machine calls hooks with them.
    @usableFromInline
    enum List: Hashable, Sendable {
        case none
        case one(Activity)
        case more([Activity])
    }

    /// Creates a change without exited and entered activities.
    @inlinable
    package init() {}

    /// Compares the activity lists before and after a transition.
    ///
    /// A value that occurs twice in a list counts once.
    ///
    /// - Complexity: O(*n* + *m*) for lists of *n* and *m* activities.
    @inlinable
    package init(from old: [Activity], to new: [Activity]) {
        guard old != new else {
            self.init()
            return
        }
        var tracker = ActivityComparison<Activity>()
        for activity in old { tracker.previous.append(activity) }
        for activity in new { tracker.current.append(activity) }
        self.init(tracker)
    }

    /// Copies the difference between the two lists of an ``ActivityComparison``.
    @inlinable
    @inline(__always)
    init(_ tracker: borrowing ActivityComparison<Activity>) {
        tracker.forEachExited { exits.append($0) }
        tracker.forEachEntered { entries.append($0) }
    }

    /// Exited activities, innermost first.
    @inlinable package var exited: [Activity] { exits.array }

    /// Entered activities, outermost first.
    @inlinable package var entered: [Activity] { entries.array }
}

extension ActivityChange.List {
    @inlinable
    var array: [Activity] {
        switch self {
        case .none: []
        case .one(let activity): [activity]
        case .more(let activities): activities
        }
    }

    @inlinable
    mutating func append(_ activity: Activity) {
        switch consume self {
        case .none: self = .one(activity)
        case .one(let first): self = .more([first, activity])
        case .more(var activities):
            activities.append(activity)
            self = .more(activities)
        }
    }
}
#endif
