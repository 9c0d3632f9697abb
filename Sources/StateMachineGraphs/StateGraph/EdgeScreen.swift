public import StateMachines

/// Finds the states whose events show something new, which findings must inspect.
///
/// An inspection needs reflection, which is slow. A state is skipped if all of these conditions are
/// true:
/// - The state has the sample events of an earlier state.
/// - Each event leads to the state that the graph recorded for it.
/// - Each handled event was also handled in an earlier state.
/// - At least one event leads to another state, or the state is final.
/// - No activity ends while another activity of the state continues.
@usableFromInline
struct EdgeScreen<Definition: FiniteStateDefinition> {
    /// A state that needs an inspection.
    @usableFromInline
    struct Halt {
        @usableFromInline let id: Int

        /// An event with an unexpected result, as its position, its outcome and the next state.
        @usableFromInline let oddity: (position: Int, isHandled: Bool, state: Definition)?

        @inlinable
        init(id: Int, oddity: (position: Int, isHandled: Bool, state: Definition)? = nil) {
            self.id = id
            self.oddity = oddity
        }
    }

    /// An earlier state's sample events, each with a flag whether some state handled it.
    @usableFromInline
    struct Known {
        @usableFromInline let events: [Definition.Event]
        @usableFromInline var isHandled: [Bool]
    }

    /// Which state is checked next.
    @usableFromInline private(set) var nextID = 0
    @usableFromInline private(set) var known: [Known] = []

    /// Remembers an inspected state's events.
    mutating func learn(_ events: [Definition.Event], isHandled: [Bool]) {
        guard let areEqual = Self.equality() else { return }
        if let index = known.firstIndex(where: { areEqual($0.events, events) }) {
            for position in isHandled.indices where isHandled[position] { known[index].isHandled[position] = true }
        } else if known.count < 4 {
            known.append(Known(events: events, isHandled: isHandled))
        }
    }

    /// Returns the next state that needs an inspection, or `nil` if no such state is left.
    @inlinable
    mutating func next(in graph: StateGraph<Definition>) -> Halt? {
        let areEqual = Self.equality()
        while nextID < graph.states.count {
            let id = nextID
            nextID += 1
            if let halt = halt(at: id, in: graph, areEqual) { return halt }
        }
        return nil
    }

    @usableFromInline typealias Equality = ([Definition.Event], [Definition.Event]) -> Bool

    @inlinable
    func halt(at id: Int, in graph: StateGraph<Definition>, _ areEqual: Equality?) -> Halt? {
        // Events of a cut state are never inspected.
        if graph.isCut(id) { return Halt(id: id) }
        let (state, edges) = (graph.states[id], graph.edgeIndices(of: id))
        let events = state.sampleEvents
        guard let areEqual, events.count == edges.count,
            let number = known.firstIndex(where: { areEqual($0.events, events) })
        else { return Halt(id: id) }
        let activities = Definition.Activity.self == Never.self ? [] : state.activities
        var isPlain = activities.uniqued().count == activities.count
        var isLeft = state.isFinal
        for position in 0..<events.count {
            var next = state
            let isHandled: Bool
            do throws(Definition.Rejection) {
                _ = try next.handleEvent(events[position])
                isHandled = true
            } catch {
                isHandled = false
            }
            let successor = graph.successors[edges.lowerBound + position]
            guard graph.leads(isHandled ? next : nil, by: successor), isHandled || areSame(next, state) else {
                return Halt(id: id, oddity: (position, isHandled, next))
            }
            guard isHandled else { continue }
            if successor != UInt32(id) { isLeft = true }
            if !known[number].isHandled[position] { isPlain = false }
            if !activities.isEmpty, Self.endsSome(of: activities, in: next) { isPlain = false }
        }
        return isPlain && isLeft ? nil : Halt(id: id)
    }

    /// Whether some of the activities end in another state while others continue.
    @inlinable
    static func endsSome(of activities: [Definition.Activity], in next: Definition) -> Bool {
        let later = next.activities
        if later == activities { return false }
        let rest = activities.count { later.contains($0) }
        return rest > 0 && rest < activities.count
    }

    /// Returns a closure that compares two lists of events, or `nil` if events cannot be compared.
    @inlinable
    static func equality() -> Equality? {
        (Definition.Event.self as? any Equatable.Type).map { equality(of: $0) }
    }

    @inlinable
    static func equality<Event: Equatable>(of _: Event.Type) -> Equality {
        { events, others in
            guard events.count == others.count else { return false }
            // Both lists are usually the same array, such as `allCases`.
            if events.withUnsafeBufferPointer({ one in
                others.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
            }) {
                return true
            }
            return events.indices.allSatisfy { (events[$0] as? Event) == (others[$0] as? Event) }
        }
    }
}
