/// A definition that visits its activities instead of listing them.
///
/// A list that is joined from others costs an array for each part, with each event. A visitor
/// spares the arrays. The protocol's only requirement supplies both ``StateDefinition/activities``
/// and ``StateDefinition/forEachActivity(_:)``:
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
    /// What can go on while the machine is in certain states. The compiler infers it from
    /// ``visitActivities(_:)``.
    override associatedtype Activity

    /// Calls a closure with each activity of this state, from the outermost scope to the innermost.
    ///
    /// The rules of ``StateDefinition/activities`` apply to the order and to the values.
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

    /// Calls the closure without making a list.
    @inlinable
    public func _forEachActivity(_ body: (Activity) -> Void) { visitActivities(body) }
}
