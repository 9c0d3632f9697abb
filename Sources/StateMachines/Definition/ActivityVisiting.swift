/// A definition that passes its activities to a closure instead of returning them as a list.
///
/// When a composite state joins the activity lists of its parts, each list is an array to allocate,
/// often after every handled event. Conform the state to this protocol, and there are no arrays.
/// You implement only ``visitActivities(_:)``; ``StateDefinition/activities`` and
/// ``StateDefinition/forEachActivity(_:)`` follow from it:
///
/// ```swift
/// extension RemoteContent: ActivityVisiting {
///     func visitActivities(_ visit: (Activity) -> Void) {
///         switch self {
///         case .loading: visit(.fetch)
///         case .loaded(let presence):
///             visit(.content)
///             presence.forEachActivity { visit(.dataPresence($0)) }
///         case .error: break
///         }
///     }
/// }
/// ```
public protocol ActivityVisiting: StateDefinition {
    /// The type of the activities, which the compiler infers from ``visitActivities(_:)``.
    override associatedtype Activity

    /// Calls a closure with each activity of this state, from the outermost scope to the innermost.
    ///
    /// Visit the values ``StateDefinition/activities`` would list, in that order; its rules apply
    /// here as well.
    func visitActivities(_ visit: (Activity) -> Void)
}

extension ActivityVisiting {
    /// A list of the activities that ``visitActivities(_:)`` visits.
    @inlinable
    public var activities: [Activity] {
        var activities: [Activity] = []
        visitActivities { activities.append($0) }
        return activities
    }

    /// Calls a closure with each activity, without creating a list.
    @inlinable
    public func _forEachActivity(_ body: (Activity) -> Void) { visitActivities(body) }
}
