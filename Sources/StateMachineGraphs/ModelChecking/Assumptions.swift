import StateMachines

/// What is assumed of the events of a graph, as numbered actions: an action is a set of edges of
/// which any may happen.
struct Assumptions {
    /// The actions that are weakly fair, and those that are strongly fair.
    private(set) var weak = BitSet()
    private(set) var strong = BitSet()

    /// All sets of actions that there are; the empty one first.
    private var sets = [BitSet()]

    /// For each edge the set of actions that it belongs to; empty without assumptions.
    private var actions: [UInt32] = []

    /// For each state the set of actions that are handled there.
    private var possible: [UInt32] = []

    init<Definition>(
        _ fairness: [Fairness<Definition>],
        in graph: StateGraph<Definition>
    ) throws(Nondeterminism<Definition>) {
        guard !fairness.isEmpty else { return }
        var actionsOfEvents = ActionsOfEvents(fairness)
        var indices = [BitSet(): UInt32(0)]
        func index(of set: BitSet) -> UInt32 {
            if let index = indices[set] { return index }
            indices[set] = UInt32(sets.count)
            sets.append(set)
            return UInt32(sets.count - 1)
        }

        actions.reserveCapacity(graph.edgeCount)
        possible.reserveCapacity(graph.states.count)
        for id in graph.states.indices {
            // Counting is faster here than iterators, whose types would be made up at run time.
            let (state, events, first) = (
                graph.states[id], try graph.sampleEvents(of: id), graph.edgeIndices(of: id).lowerBound
            )
            var handled = BitSet()
            for offset in 0..<events.count {
                let set = actionsOfEvents.actions(of: events[offset], in: state)
                actions.append(index(of: set))
                if graph.isHandled(first + offset) { handled.formUnion(set) }
            }
            possible.append(index(of: handled))
        }
        (weak, strong) = (actionsOfEvents.weak, actionsOfEvents.strong)
    }

    var isEmpty: Bool { weak.isEmpty && strong.isEmpty }

    /// How many looks a look counts for: sets of many actions take time and memory.
    var weight: Int { max(1, (weak.wordCount + strong.wordCount) / 8) }

    /// The actions that an edge belongs to.
    func actions(of edge: Int) -> BitSet { actions.isEmpty ? sets[0] : sets[Int(actions[edge])] }

    /// The actions that are handled in a state.
    func possible(in id: Int) -> BitSet { possible.isEmpty ? sets[0] : sets[Int(possible[id])] }
}

/// Numbers the actions of assumptions, and finds those that an event in a state belongs to.
private struct ActionsOfEvents<Definition: StateDefinition> {
    private(set) var weak = BitSet()
    private(set) var strong = BitSet()
    private var count = 0

    /// The assumptions with a predicate, with their actions.
    private var chosen: [(includes: @Sendable (Definition, Definition.Event) -> Bool, action: Int)] = []

    /// The assumptions about each event by itself, and the actions that they make of each.
    private let each: [Fairness<Definition>]
    private var named: [ValueName: BitSet] = [:]
    /// The same actions again, where events are `Hashable`: finding one of these takes no
    /// reflection.
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
