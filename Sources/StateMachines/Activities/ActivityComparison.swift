#if !hasFeature(Embedded)
/// The activities of a machine after the present transition and before it, and the difference of
/// the two.
///
/// Only this type compares two lists of activities; ``ActivityChange`` and the hooks use it.
///
/// Hooks, `==` and `visitActivities` run while it is being used. They cannot reach it: the machine
/// is busy meanwhile.
@usableFromInline
struct ActivityComparison<Activity: Hashable & Sendable>: ~Copyable {
    /// The activities as the definition listed them last.
    @usableFromInline var current = ActivityList<Activity>()

    /// The list before that, during the turn that changed it.
    ///
    /// Otherwise it is empty, and its memory is for the next list.
    @usableFromInline var previous = ActivityList<Activity>()

    /// Whether `current` is kept up to date.
    ///
    /// It is not if no listener needs it.
    @usableFromInline var isTracking = false

    @inlinable
    init() {}

    /// The current activities, each once.
    var distinct: [Activity] { current.array.uniqued() }

    /// Starts tracking: treats the activities of this state as unchanged.
    mutating func start<Definition: StateDefinition>(in state: Definition) where Definition.Activity == Activity {
        var activities = ActivityList<Activity>()
        state.forEachActivity { activities.append($0) }
        swap(&current, &activities)
        isTracking = true
    }

    /// Stops tracking, and forgets the activities.
    mutating func stop() {
        isTracking = false
        current.removeAll()
    }

    /// Lists the activities of the state that the machine has moved to.
    ///
    /// - Returns: Whether the list differs from the one before. If it does not, no list is made.
    @inlinable
    @inline(__always)
    mutating func update<Definition: StateDefinition>(for state: borrowing Definition) -> Bool
    where Definition.Activity == Activity {
        var index = 0
        var isSame = true
        state.forEachActivity { activity in
            if isSame {
                if index < current.count, current[index] == activity {
                    index += 1
                    return
                }
                isSame = false
                adoptCurrentAsPrevious(keeping: index)
            }
            current.append(activity)
        }
        if isSame {
            if index == current.count { return false }
            adoptCurrentAsPrevious(keeping: index)
        }
        return true
    }

    /// Makes the current list the previous one, and begins a new one with its first elements.
    ///
    /// - Parameter count: How many elements the new list keeps.
    @inlinable
    @inline(never)
    mutating func adoptCurrentAsPrevious(keeping count: Int) {
        swap(&current, &previous)
        for index in 0..<count { current.append(previous[index]) }
    }

    /// Calls a closure with each activity that is gone from the list, innermost first.
    @inlinable
    @inline(__always)
    func forEachExited(_ body: (Activity) -> Void) {
        guard isShort else { return previous.array.uniqued(without: current.array).reversed().forEach(body) }
        for index in (0..<previous.count).reversed()
        where !current.contains(previous[index]) && !previous.contains(previous[index], before: index) {
            body(previous[index])
        }
    }

    /// Calls a closure with each activity that is new in the list, outermost first.
    @inlinable
    @inline(__always)
    func forEachEntered(_ body: (Activity) -> Void) {
        guard isShort else { return current.array.uniqued(without: previous.array).forEach(body) }
        for index in 0..<current.count
        where !previous.contains(current[index]) && !current.contains(current[index], before: index) {
            body(current[index])
        }
    }

    /// Whether comparing all pairs takes less time than hashing.
    @inlinable var isShort: Bool { previous.count + current.count <= [Activity].linearSearchLimit }
}
#endif
