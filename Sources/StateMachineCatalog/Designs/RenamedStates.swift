/// The states that have one name in the design and another one in the code, but behave alike.
///
/// The search follows both graphs from their beginnings and from the states with equal names. If an
/// event leads from two states that belong together to states whose names have no counterpart,
/// these states belong together if they are similar. They need not be equal, so that one changed
/// transition does not separate all states behind it.
struct RenamedStates {
    /// The keys in the code for keys in the design.
    private(set) var keys: [String: String] = [:]

    private let design: Side
    private let code: Side
    private var taken: Set<String> = []
    /// The states of the design that belong to a state of the code, nearest first.
    private var paired: [String]

    /// A graph, with its transitions and events by state.
    private struct Side {
        let states: [String: NamedGraph.State]
        let targets: [String: [String: [String]]]
        let events: [String: Set<String>]
        let beginnings: [String]

        init(_ graph: NamedGraph) {
            states = graph.states
            targets = graph.reactions.mapValues { $0.mapValues { $0.map(\.target) } }
            events = targets.mapValues { Set($0.keys) }
            beginnings = graph.states.filter(\.value.isInitial).keys.sorted()
        }
    }

    /// Finds the states.
    ///
    /// - Parameter chosen: The keys of pairs that belong together in any case, each key once.
    /// - Complexity: Proportional to the number of transitions.
    init(in design: NamedGraph, and code: NamedGraph, chosen: [(design: String, code: String)]) {
        self.design = Side(design)
        self.code = Side(code)
        paired = design.states.filter { code.states[$0.key] != nil }
            .sorted { ($0.value.run.steps.count, $0.key) < ($1.value.run.steps.count, $1.key) }.map(\.key)
        for (first, second) in chosen { pair(first, with: second) }
        // States with equal events come first, because they decide about similar ones.
        for share in [1, 0.5] { search(sharing: share) }
    }

    private mutating func pair(_ first: String, with second: String) {
        keys[first] = second
        taken.insert(second)
        paired.append(first)
    }

    /// Pairs states as long as two belong together.
    ///
    /// The method does not use a `BreadthFirstSearch` because the list begins with pairs of any
    /// depth, and because pairing two states depends on the earlier pairs.
    private mutating func search(sharing share: Double) {
        pair(design.beginnings, code.beginnings, share)
        var next = 0
        while next < paired.count {
            let first = paired[next]
            next += 1
            guard let second = counterpart(of: first) else { continue }
            for (event, targets) in (design.targets[first] ?? [:]).sorted(by: { $0.key < $1.key }) {
                pair(targets, code.targets[second]?[event] ?? [], share)
            }
        }
    }

    /// Pairs the only two states of some that belong together.
    private mutating func pair(_ first: [String], _ second: [String], _ share: Double) {
        let ours = first.filter { counterpart(of: $0) == nil }
        let theirs = second.filter { design.states[$0] == nil && !taken.contains($0) }
        var found: (String, String)?
        for one in ours {
            for other in theirs where isSimilar(one, other, share) {
                // A choice between several would be a guess.
                guard found == nil else { return }
                found = (one, other)
            }
        }
        if let found { pair(found.0, with: found.1) }
    }

    private func counterpart(of key: String) -> String? { code.states[key] != nil ? key : keys[key] }

    /// Returns whether two states both end the machine or not, and share enough of their events.
    private func isSimilar(_ first: String, _ second: String, _ share: Double) -> Bool {
        guard let state = design.states[first], let other = code.states[second], state.isFinal == other.isFinal,
            // Only the regions differ in which the states are.
            state.names != other.names
        else { return false }
        let (ours, theirs) = (design.events[first] ?? [], code.events[second] ?? [])
        if other.isOpen { return share < 1 && !theirs.isEmpty && theirs.isSubset(of: ours) }
        return Double(ours.intersection(theirs).count) >= share * Double(ours.union(theirs).count)
    }
}

extension NamedGraph {
    /// Returns the graph with other keys for some states.
    ///
    /// - Parameter keys: The new keys, which no other state has.
    func renaming(_ keys: [String: String]) -> NamedGraph {
        let renamed = { (key: String) in keys[key] ?? key }
        var graph = self
        graph.states = Dictionary(uniqueKeysWithValues: states.map { (renamed($0), $1) })
        graph.transitions = Dictionary(
            uniqueKeysWithValues: transitions.map { transition, details in
                var transition = transition
                transition.source = renamed(transition.source)
                transition.target = renamed(transition.target)
                return (transition, details)
            }
        )
        return graph
    }
}
