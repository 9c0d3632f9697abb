public import StateMachines

/// The progress of a run towards keeping a promise.
///
/// A simulation and a live watch use it. A run alone cannot refute a promise, because it may still
/// reach the goal.
@usableFromInline
struct PromiseProgress<Definition: StateDefinition> {
    @usableFromInline let promise: MachineProperty<Definition>.Promise

    /// Whether a run that ends now breaks the promise.
    ///
    /// Before the first visit, this is `true` only for a promise that begins with the run.
    @usableFromInline private(set) var isOpen = false

    /// Creates the progress of a run that has not visited any state.
    ///
    /// - Returns: `nil` unless the property is a promise.
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
