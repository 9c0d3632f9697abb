#if !hasFeature(Embedded)
/// A machine's activities before and after the current transition, and their difference.
///
/// Only this type compares two lists of activities; ``ActivityChange`` and the hooks use it.
///
/// User code runs while the machine uses the comparison: hooks, `==` and `visitActivities`. This
/// code cannot change the comparison, because the machine is busy and defers all changes.
@usableFromInline
struct ActivityComparison<Activity: Hashable & Sendable>: ~Copyable {
    /// Activities that the definition listed most recently.
    @usableFromInline var current = ActivityList<Activity>()

    /// A copy of ``current`` from before the turn that is changing it.
    ///
    /// At other times this list is empty, and its memory is reused for the next list.
    @usableFromInline var previous = ActivityList<Activity>()

    /// Whether ``current`` is kept up to date, which is necessary only if a listener needs it.
    @usableFromInline var isTracking = false

    @inlinable
    init() {}

    /// Current activities without duplicates.
    var distinct: [Activity] { current.array.uniqued() }

    /// Starts tracking, with a state's activities as the current list.
    mutating func start<Definition: StateDefinition>(in state: Definition) where Definition.Activity == Activity {
        var activities = ActivityList<Activity>()
        state.forEachActivity { activities.append($0) }
        swap(&current, &activities)
        isTracking = true
    }

    /// Stops tracking and removes the current list.
    mutating func stop() {
        isTracking = false
        current.removeAll()
    }

    /// Updates the lists for the state to which the machine has moved.
    ///
    /// - Returns: Whether the list has changed. If it has not, this method allocates nothing.
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

    /// Makes the current list the previous one and begins a new current list.
    ///
    /// - Parameter count: How many of its first elements the new list takes over.
    @inlinable
    @inline(never)
    mutating func adoptCurrentAsPrevious(keeping count: Int) {
        swap(&current, &previous)
        for index in 0..<count { current.append(previous[index]) }
    }

    /// Calls a closure with each exited activity, innermost first.
    @inlinable
    @inline(__always)
    func forEachExited(_ body: (Activity) -> Void) {
        guard isShort else { return previous.array.uniqued(without: current.array).reversed().forEach(body) }
        for index in (0..<previous.count).reversed()
        where !current.contains(previous[index]) && !previous.contains(previous[index], before: index) {
            body(previous[index])
        }
    }

    /// Calls a closure with each entered activity, outermost first.
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
