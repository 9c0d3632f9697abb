import StateMachines

/// Fairness assumptions about a graph's events, as numbered actions.
///
/// An action is a set of edges. It happens when a run follows any of them.
struct Assumptions {
    /// Numbers of the weakly fair actions and of the strongly fair actions.
    private(set) var weak = BitSet()
    private(set) var strong = BitSet()

    /// Every distinct set of actions, beginning with the empty set.
    private var sets = [BitSet()]

    /// Sets of actions to which each edge belongs, as indices; empty without assumptions.
    private var actions: [UInt32] = []

    /// Sets of actions that are handled in each state, as indices.
    private var possible: [UInt32] = []

    init<Definition>(
        _ fairness: [Fairness<Definition>],
        in graph: StateGraph<Definition>
    ) throws(Nondeterminism<Definition>) {
        guard !fairness.isEmpty else { return }
        var actionsOfEvents = ActionsOfEvents(fairness)
        let readsState = fairness.contains(where: \.readsState)
        var indices = [BitSet(): UInt32(0)]
        func index(of set: BitSet) -> UInt32 {
            if let index = indices[set] { return index }
            indices[set] = UInt32(sets.count)
            sets.append(set)
            return UInt32(sets.count - 1)
        }

        actions.reserveCapacity(graph.edgeCount)
        possible.reserveCapacity(graph.states.count)
        // The sample events of the last state, and the set of actions for each of them.
        var known: [Definition.Event] = []
        var indicesOfKnown: [UInt32] = []
        for id in graph.states.indices {
            let state = graph.states[id]
            let events = try graph.sampleEvents(of: state, id)
            if readsState || !events.isSameArray(as: known) {
                // Indices are faster here than iterators, because an iterator's type would be
                // created at run time.
                indicesOfKnown.removeAll(keepingCapacity: true)
                for offset in 0..<events.count {
                    indicesOfKnown.append(index(of: actionsOfEvents.actions(of: events[offset], in: state)))
                }
                known = events
            }
            actions += indicesOfKnown
            var handled = BitSet()
            let first = Int(graph.offsets[id])
            for offset in indicesOfKnown.indices where graph.successors[first + offset] != .rejected {
                handled.formUnion(sets[Int(indicesOfKnown[offset])])
            }
            possible.append(index(of: handled))
        }
        (weak, strong) = (actionsOfEvents.weak, actionsOfEvents.strong)
    }

    var isEmpty: Bool { weak.isEmpty && strong.isEmpty }

    /// How much one look costs, which is more for large sets of actions.
    var weight: Int { max(1, (weak.wordCount + strong.wordCount) / 8) }

    /// Returns the actions to which an edge belongs.
    func actions(of edge: Int) -> BitSet { actions.isEmpty ? sets[0] : sets[Int(actions[edge])] }

    /// Returns the actions that are handled in a state.
    func possible(in id: Int) -> BitSet { possible.isEmpty ? sets[0] : sets[Int(possible[id])] }
}

/// Numbers the actions and finds the actions to which an event in a state belongs.
private struct ActionsOfEvents<Definition: StateDefinition> {
    private(set) var weak = BitSet()
    private(set) var strong = BitSet()
    private var count = 0

    /// Assumptions that have a predicate, each with its action.
    private var chosen: [(includes: @Sendable (Definition, Definition.Event) -> Bool, action: Int)] = []

    /// Assumptions about each event separately, and the actions for each event.
    private let each: [Fairness<Definition>]
    private var named: [ValueName: BitSet] = [:]
    /// Actions for each event again, if events are `Hashable`.
    ///
    /// A look-up by the event does not need reflection.
    private var hashed: [AnyHashable: BitSet] = [:]
    private let areEventsHashable = Definition.Event.self is any Hashable.Type

    init(_ fairness: [Fairness<Definition>]) {
        each = fairness.filter { $0.includes == nil }
        for assumption in fairness {
            if let includes = assumption.includes { chosen.append((includes, newAction(assumption.strength))) }
        }
    }

    mutating func actions(of event: Definition.Event, in state: Definition) -> BitSet {
        var set = each.isEmpty ? BitSet() : ownActions(of: event)
        for (includes, action) in chosen where includes(state, event) { set.insert(action) }
        return set
    }

    private mutating func ownActions(of event: Definition.Event) -> BitSet {
        let hashable = areEventsHashable ? event as? AnyHashable : nil
        if let hashable, let set = hashed[hashable] { return set }
        let name = ValueName(of: event)
        let set = named[name] ?? newActions()
        named[name] = set
        if let hashable { hashed[hashable] = set }
        return set
    }

    private mutating func newActions() -> BitSet {
        var set = BitSet()
        for assumption in each { set.insert(newAction(assumption.strength)) }
        return set
    }

    private mutating func newAction(_ strength: Fairness<Definition>.Strength) -> Int {
        switch strength {
        case .weak: weak.insert(count)
        case .strong: strong.insert(count)
        }
        count += 1
        return count - 1
    }
}

extension Array {
    /// Whether two arrays share their memory, as arrays do that come from one constant.
    fileprivate func isSameArray(as other: [Element]) -> Bool {
        count == other.count
            && withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress } }
    }
}
