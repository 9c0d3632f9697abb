import StateMachines

/// What is assumed of the events of a graph, as numbered actions: an action is a set of events of which any may happen.
struct Assumptions {
    /// The actions that are weakly fair, and those that are strongly fair.
    private(set) var weak = ActionSet()
    private(set) var strong = ActionSet()

    /// All sets of actions that there are; the empty one first.
    private var sets = [ActionSet()]

    /// For each edge the set of actions that its event belongs to; nothing without assumptions.
    private var actions: [UInt32] = []

    /// For each state the set of actions that are accepted there.
    private var possible: [UInt32] = []

    /// For each state its place in `actions`.
    private var offsets = ChunkedArray<UInt32>()

    init<Definition>(_ fairness: [Fairness<Definition.Event>], in graph: StateGraph<Definition>) {
        guard !fairness.isEmpty else { return }
        var actionsOfEvents = ActionsOfEvents(fairness)
        var indices = [ActionSet(): UInt32(0)]
        func index(of set: ActionSet) -> UInt32 {
            if let index = indices[set] { return index }
            indices[set] = UInt32(sets.count)
            sets.append(set)
            return UInt32(sets.count - 1)
        }

        offsets = graph.offsets
        actions.reserveCapacity(graph.edgeCount)
        possible.reserveCapacity(graph.states.count)
        for id in graph.states.indices {
            // Counting is faster here than iterators, whose types would be made up at run time.
            let (events, successors) = (graph.states[id].sampleEvents, graph.successors(of: id))
            var accepted = ActionSet()
            for place in 0..<min(events.count, successors.count) {
                let set = actionsOfEvents.actions(of: events[place])
                actions.append(index(of: set))
                if successors[successors.startIndex + place] != .rejected { accepted.formUnion(set) }
            }
            possible.append(index(of: accepted))
        }
        (weak, strong) = (actionsOfEvents.weak, actionsOfEvents.strong)
    }

    var isEmpty: Bool { weak.isEmpty && strong.isEmpty }

    /// The actions that a sample event of a state belongs to.
    func actions(of place: Int, in id: Int) -> ActionSet {
        actions.isEmpty ? sets[0] : sets[Int(actions[Int(offsets[id]) + place])]
    }

    /// The actions that are accepted in a state.
    func possible(in id: Int) -> ActionSet { possible.isEmpty ? sets[0] : sets[Int(possible[id])] }
}

/// Numbers the actions of assumptions, and finds those that an event belongs to.
private struct ActionsOfEvents<Event: Sendable> {
    private(set) var weak = ActionSet()
    private(set) var strong = ActionSet()
    private var count = 0

    /// The assumptions about some events, with their actions.
    private var chosen: [(includes: @Sendable (Event) -> Bool, action: Int)] = []

    /// The assumptions about each event by itself, and the actions that they make of each.
    private let each: [Fairness<Event>]
    private var named: [Name: ActionSet] = [:]
    /// The same actions again, where events are `Hashable`: finding one of these takes no reflection.
    private var hashed: [AnyHashable: ActionSet] = [:]
    private let areEventsHashable = Event.self is any Hashable.Type

    init(_ fairness: [Fairness<Event>]) {
        each = fairness.filter { $0.includes == nil }
        for assumption in fairness {
            if let includes = assumption.includes { chosen.append((includes, newAction(assumption.strength))) }
        }
    }

    mutating func actions(of event: Event) -> ActionSet {
        var set = each.isEmpty ? ActionSet() : ownActions(of: event)
        for (includes, action) in chosen where includes(event) { set.insert(action) }
        return set
    }

    private mutating func ownActions(of event: Event) -> ActionSet {
        let hashable = areEventsHashable ? event as? AnyHashable : nil
        if let hashable, let set = hashed[hashable] { return set }
        let name = Name(of: event)
        let set = named[name] ?? newActions()
        named[name] = set
        if let hashable { hashed[hashable] = set }
        return set
    }

    private mutating func newActions() -> ActionSet {
        var set = ActionSet()
        for assumption in each { set.insert(newAction(assumption.strength)) }
        return set
    }

    private mutating func newAction(_ strength: Fairness<Event>.Strength) -> Int {
        switch strength {
        case .weak: weak.insert(count)
        case .strong: strong.insert(count)
        }
        count += 1
        return count - 1
    }
}
