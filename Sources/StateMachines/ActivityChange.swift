/// Which activities one transition exits and enters.
///
/// Most transitions exit one at most and enter one at most: for these it takes no memory of its own.
@usableFromInline
package struct ActivityChange<Activity: Hashable & Sendable>: Sendable {
    @usableFromInline var exits: OneOrMore = .none
    @usableFromInline var entries: OneOrMore = .none

    /// Some activities, in the order in which hooks hear of them.
    @usableFromInline
    enum OneOrMore: Sendable {
        case none
        case one(Activity)
        case more([Activity])
    }

    /// No change.
    @inlinable
    package init() {}

    /// Compares the activities before and after a transition, given as a definition lists them, each value counted once.
    ///
    /// - Complexity: O(*n* + *m*) for lists of *n* and *m* activities.
    @inlinable
    package init(from old: [Activity], to new: [Activity]) {
        guard old != new else { return }
        exits = OneOrMore(old.uniqued(without: new).reversed())
        entries = OneOrMore(new.uniqued(without: old))
    }

    /// Gone from the list: in reverse order, innermost first.
    @inlinable package var exited: [Activity] { exits.array }

    /// New in the list: in order, outermost first.
    @inlinable package var entered: [Activity] { entries.array }
}

extension ActivityChange.OneOrMore {
    @inlinable
    init(_ activities: [Activity]) {
        self = activities.isEmpty ? .none : activities.count == 1 ? .one(activities[0]) : .more(activities)
    }

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

    @inlinable
    func forEach(_ body: (Activity) -> Void) {
        switch self {
        case .none: break
        case .one(let activity): body(activity)
        case .more(let activities): for activity in activities { body(activity) }
        }
    }
}

extension Array where Element: Hashable {
    /// So few, in two lists together, that looking through them beats hashing them.
    @inlinable package static var few: Int { 16 }

    /// The elements in order, each at its first place, without those of another array.
    @inlinable
    package func uniqued(without others: [Element] = []) -> [Element] {
        guard count + others.count > Array.few else {
            return reduce(into: []) { unique, element in
                if !others.contains(element) && !unique.contains(element) { unique.append(element) }
            }
        }
        var seen = Set(others)
        return filter { seen.insert($0).inserted }
    }
}
