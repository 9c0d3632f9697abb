public import StateMachines

/// A check of one `alwaysPossible` or liveness property along one run.
///
/// The watch notices when the run may violate the property: when the run ends too early, or when it
/// returns to a state before the property is satisfied. Only fair cycles are violations, so a graph
/// of the visited states makes the decision.
@usableFromInline
struct PromiseWatch<Definition: FiniteStateDefinition> {
    @usableFromInline let property: MachineProperty<Definition>

    /// Whether the run may violate the property.
    @usableFromInline private(set) var isSuspect = false

    /// Whether the run must still reach the goal of a `leadsTo` or `eventually`.
    @usableFromInline private(set) var isOpen = false

    /// The number of the first visit to each remembered state.
    ///
    /// For `leadsTo`, the watch forgets all states when the run reaches a goal.
    @usableFromInline private(set) var visits: [Definition: Int] = [:]
    @usableFromInline private(set) var visitCount = 0

    /// The number of the last visit to a state that does not satisfy an `eventuallyAlways`.
    @usableFromInline private(set) var lastVisitOutside = -1

    /// The maximum number of states that a watch remembers.
    @inlinable static var stateLimit: Int { 10_000 }

    /// Creates a watch for a property.
    ///
    /// - Returns: `nil` for any other kind of property.
    init?(_ property: MachineProperty<Definition>) {
        switch property.claim {
        case .alwaysPossible, .leadsTo, .eventuallyAlways: self.property = property
        case .states, .steps, .history, .reachable: return nil
        }
    }

    /// Begins a run.
    mutating func begin(in state: Definition) {
        if case .leadsTo(from: nil, _, _) = property.claim { isOpen = true }
        visit(state)
    }

    /// Continues the run after a handled event.
    @inlinable
    mutating func visit(_ state: Definition) {
        guard !isSuspect else { return }
        switch property.claim {
        case .leadsTo(from: let beginning, to: let goal, _):
            if goal(state) {
                isOpen = false
                if !visits.isEmpty { visits.removeAll(keepingCapacity: true) }
            } else if isOpen || beginning?(state) == true {
                isOpen = true
                isSuspect = firstVisit(of: state) != nil
            }
        case .eventuallyAlways(let holds, _):
            if !holds(state) { lastVisitOutside = visitCount }
            if let first = firstVisit(of: state) { isSuspect = first <= lastVisitOutside }
            visitCount += 1
        case .states, .steps, .history, .reachable, .alwaysPossible: break
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
        switch property.claim {
        case .leadsTo: isSuspect = isSuspect || isOpen
        case .alwaysPossible(let goal, _), .eventuallyAlways(let goal, _): isSuspect = isSuspect || !goal(state)
        case .states, .steps, .history, .reachable: break
        }
    }
}
