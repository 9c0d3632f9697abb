/// A definition that passes its activities to a closure instead of returning them as a list.
///
/// A composite state that joins the activity lists of its parts allocates an array for each part
/// after each handled event. A definition that conforms to this protocol needs no arrays. You
/// implement only ``visitActivities(_:)``, and the protocol derives both
/// ``StateDefinition/activities`` and ``StateDefinition/forEachActivity(_:)`` from it:
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
    /// The type of the activities; the compiler infers it from ``visitActivities(_:)``.
    override associatedtype Activity

    /// Calls a closure with each activity of this state, from the outermost scope to the innermost.
    ///
    /// The rules of ``StateDefinition/activities`` also apply to these values and to their order.
    func visitActivities(_ visit: (Activity) -> Void)
}

extension ActivityVisiting {
    /// The activities that ``visitActivities(_:)`` visits, as a list.
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
