#if !hasFeature(Embedded)
/// Which activities one transition exits and enters.
///
/// Most transitions exit at most one and enter at most one. A change of that size allocates no
/// memory.
@usableFromInline
package struct ActivityChange<Activity: Hashable & Sendable>: Sendable {
    @usableFromInline var exits: List = .none
    @usableFromInline var entries: List = .none

    /// Some activities, in the order in which hooks are called with them.
    @usableFromInline
    enum List: Sendable {
        case none
        case one(Activity)
        case more([Activity])
    }

    /// No change.
    @inlinable
    package init() {}

    /// Compares the activities before and after a transition, given as a definition lists them.
    ///
    /// A value listed twice counts once.
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

    /// The difference that a tracker finds: ``ActivityComparison`` compares the lists.
    @inlinable
    @inline(__always)
    init(_ tracker: borrowing ActivityComparison<Activity>) {
        tracker.forEachExited { exits.append($0) }
        tracker.forEachEntered { entries.append($0) }
    }

    /// The activities that are gone from the list, innermost first.
    @inlinable package var exited: [Activity] { exits.array }

    /// The activities that are new in the list, outermost first.
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
