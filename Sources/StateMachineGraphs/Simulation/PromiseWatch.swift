public import StateMachines

/// A check of one `alwaysPossible` or liveness property along one run.
///
/// A watch notices when the run may violate the property, because it ends too early or returns to a
/// state before the property is satisfied. Only fair cycles are violations, so a graph of the
/// visited states makes the decision.
@usableFromInline
struct PromiseWatch<Definition: FiniteStateDefinition> {
    let property: MachineProperty<Definition>
    @usableFromInline private(set) var progress: PromiseProgress<Definition>

    /// Whether the run may violate the property.
    @usableFromInline private(set) var isSuspect = false

    /// Numbers of the first visits to each remembered state.
    ///
    /// For `leadsTo`, the watch forgets all states when the run reaches a goal.
    @usableFromInline private(set) var visits: [Definition: Int] = [:]
    @usableFromInline private(set) var visitCount = 0

    /// Which visit to a state that does not satisfy an `eventuallyAlways` was the last.
    @usableFromInline private(set) var lastVisitOutside = -1

    /// How many states a watch remembers at most.
    @inlinable static var stateLimit: Int { 10_000 }

    /// Creates a watch for a property.
    ///
    /// - Returns: `nil` for any other kind of property.
    init?(_ property: MachineProperty<Definition>) {
        guard let progress = PromiseProgress(property) else { return nil }
        self.property = property
        self.progress = progress
    }

    /// Begins the run, or continues it after a handled event.
    @inlinable
    mutating func visit(_ state: Definition) {
        guard !isSuspect else { return }
        switch progress.promise.form {
        case .leadsTo:
            progress.visit(state)
            if progress.isOpen {
                isSuspect = firstVisit(of: state) != nil
            } else if !visits.isEmpty {
                visits.removeAll(keepingCapacity: true)
            }
        case .eventuallyAlways:
            progress.visit(state)
            if progress.isOpen { lastVisitOutside = visitCount }
            if let first = firstVisit(of: state) { isSuspect = first <= lastVisitOutside }
            visitCount += 1
        case .alwaysPossible: break
        }
    }

    /// Returns the number of the first visit to a state, or remembers a new state and returns
    /// `nil`.
    @inlinable
    mutating func firstVisit(of state: Definition) -> Int? {
        if let first = visits[state] { return first }
        if visits.count < Self.stateLimit { visits[state] = visitCount }
        return nil
    }

    /// Ends the run in a state that handles no event.
    @inlinable
    mutating func end(in state: Definition) {
        guard !isSuspect else { return }
        progress.visit(state)
        isSuspect = progress.isOpen
    }
}
