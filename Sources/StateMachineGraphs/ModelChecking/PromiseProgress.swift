public import StateMachines

/// A run's progress towards satisfying a property that only a graph can refute.
///
/// A simulation and a live watch use it. Such a property cannot be refuted by a run alone, which
/// may still reach the goal.
@usableFromInline
struct PromiseProgress<Definition: StateDefinition> {
    @usableFromInline let promise: MachineProperty<Definition>.Promise

    /// Whether a run that ends now violates the property.
    ///
    /// Before the first visit, this is `true` only for a property that begins with the run.
    @usableFromInline private(set) var isOpen = false

    /// Creates the progress of a run that has not visited any state.
    ///
    /// - Returns: `nil` unless the property is a `Promise`.
    init?(_ property: MachineProperty<Definition>) {
        guard let promise = property.promise else { return nil }
        self.promise = promise
        if case .leadsTo(from: nil) = promise.form { isOpen = true }
    }

    /// Continues the run.
    @inlinable
    mutating func visit(_ state: Definition) {
        if promise.isKept(state) {
            isOpen = false
            return
        }
        switch promise.form {
        case .leadsTo(let beginning): isOpen = isOpen || beginning?(state) == true
        case .alwaysPossible, .eventuallyAlways: isOpen = true
        }
    }
}
