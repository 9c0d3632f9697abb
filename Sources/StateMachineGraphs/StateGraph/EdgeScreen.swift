public import StateMachines

/// Skips the states whose events show nothing new, so that findings look closely only at the
/// others.
///
/// A close look needs reflection, which is slow. A state shows nothing new if all of this is true:
/// - It has the sample events of an earlier state.
/// - Each event leads to the state that the graph has for it.
/// - Each handled event was handled in an earlier state, and one of them leads to another state.
/// - No activity ends while another activity of the state continues.
@usableFromInline
struct EdgeScreen<Definition: FiniteStateDefinition> {
    /// A state that needs a closer look.
    @usableFromInline
    struct Halt {
        @usableFromInline let id: Int

        /// The event, by its position among the sample events, that did something else than before;
        /// and the state that it left.
        @usableFromInline let oddity: (position: Int, isHandled: Bool, state: Definition)?

        @inlinable
        init(id: Int, oddity: (position: Int, isHandled: Bool, state: Definition)? = nil) {
            self.id = id
            self.oddity = oddity
        }
    }

    /// The sample events of an earlier state, and whether each was handled in any state.
    @usableFromInline
    struct Known {
        @usableFromInline let events: [Definition.Event]
        @usableFromInline var isHandled: [Bool]
    }

    /// The next state to look at.
    @usableFromInline private(set) var nextID = 0
    @usableFromInline private(set) var known: [Known] = []

    /// Remembers the events of a state that was looked at closely.
    mutating func learn(_ events: [Definition.Event], isHandled: [Bool]) {
        guard let areEqual = Self.equality() else { return }
        if let index = known.firstIndex(where: { areEqual($0.events, events) }) {
            for position in isHandled.indices where isHandled[position] { known[index].isHandled[position] = true }
        } else if known.count < 4 {
            known.append(Known(events: events, isHandled: isHandled))
        }
    }

    /// Returns the next state that needs a closer look; `nil` if there is none.
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
        // No event of such a state is looked at.
        if graph.isCut(id) { return Halt(id: id) }
        let (state, edges) = (graph.states[id], graph.edgeIndices(of: id))
        let events = state.sampleEvents
        guard let areEqual, events.count == edges.count,
            let number = known.firstIndex(where: { areEqual($0.events, events) })
        else { return Halt(id: id) }
        let activities = Definition.Activity.self == Never.self ? [] : state.activities
        var isPlain = Set(activities).count == activities.count
        var isLeft = state.isFinal
        for position in 0..<events.count {
            var next = state
            let isHandled: Bool
            do throws(TransitionError) {
                _ = try next.handleEvent(events[position])
                isHandled = true
            } catch {
                isHandled = false
            }
            let successor = graph.successors[edges.lowerBound + position]
            guard graph.leads(isHandled ? next : nil, by: successor), isHandled || next == state else {
                return Halt(id: id, oddity: (position, isHandled, next))
            }
            guard isHandled else { continue }
            if successor != UInt32(id) { isLeft = true }
            if !known[number].isHandled[position] { isPlain = false }
            if !activities.isEmpty, Self.endsSome(of: activities, in: next) { isPlain = false }
        }
        return isPlain && isLeft ? nil : Halt(id: id)
    }

    /// Whether some of the activities end in another state, while others go on.
    @inlinable
    static func endsSome(of activities: [Definition.Activity], in next: Definition) -> Bool {
        let later = next.activities
        if later == activities { return false }
        let rest = activities.count { later.contains($0) }
        return rest > 0 && rest < activities.count
    }

    /// Whether two lists of events are equal; `nil` if events cannot be compared.
    @inlinable
    static func equality() -> Equality? {
        (Definition.Event.self as? any Equatable.Type).map { equality(of: $0) }
    }

    @inlinable
    static func equality<Event: Equatable>(of _: Event.Type) -> Equality {
        { events, others in
            guard events.count == others.count else { return false }
            // Mostly it is one array, such as `allCases`.
            if events.withUnsafeBufferPointer({ one in
                others.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
            }) {
                return true
            }
            return events.indices.allSatisfy { (events[$0] as? Event) == (others[$0] as? Event) }
        }
    }
}
