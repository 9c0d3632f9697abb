/// The states that have one name in the design and another one in the code, but behave alike.
///
/// The search follows both graphs from their beginnings. If an event leads from two states that
/// belong together to states whose names have no counterpart, these states belong together if they
/// are similar. They need not be equal, so that one changed transition does not separate all
/// states behind it.
struct RenamedStates {
    /// The keys in the code for keys in the design.
    private(set) var keys: [String: String] = [:]

    private let design: BehaviorGraph
    private let code: BehaviorGraph
    private let designed: [String: [String: [BehaviorGraph.Transition]]]
    private let coded: [String: [String: [BehaviorGraph.Transition]]]
    private var taken: Set<String> = []

    /// Finds the states.
    ///
    /// - Parameter chosen: The keys of pairs that belong together in any case.
    /// - Complexity: Proportional to the number of transitions times the number of renamed states.
    init(in design: BehaviorGraph, and code: BehaviorGraph, chosen: [(design: String, code: String)]) {
        (self.design, self.code) = (design, code)
        (designed, coded) = (design.reactions, code.reactions)
        for (first, second) in chosen { pair(first, with: second) }
        // States with equal events come first, because they decide about similar ones.
        for share in [1, 0.5] {
            while let (first, second) = next(sharing: share) { pair(first, with: second) }
        }
    }

    private mutating func pair(_ first: String, with second: String) {
        keys[first] = second
        taken.insert(second)
    }

    /// Returns the nearest two states that belong together and are not yet paired.
    private func next(sharing share: Double) -> (design: String, code: String)? {
        func only(_ first: [String], _ second: [String]) -> (String, String)? {
            let (ours, theirs) = (first.filter(isLeft), second.filter(isFree))
            let pairs = ours.flatMap { one in theirs.map { (one, $0) } }.filter { isSimilar($0, $1, share) }
            // A choice between several would be a guess.
            return pairs.count == 1 ? pairs[0] : nil
        }
        let beginnings = { (graph: BehaviorGraph) in graph.states.filter(\.value.isInitial).map(\.key) }
        if let pair = only(beginnings(design), beginnings(code)) { return pair }
        let nearest = design.states.sorted { ($0.value.run.steps.count, $0.key) < ($1.value.run.steps.count, $1.key) }
        for (first, _) in nearest {
            guard let second = counterpart(of: first) else { continue }
            for (event, transitions) in (designed[first] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let others = coded[second]?[event] ?? []
                if let pair = only(transitions.map(\.target), others.map(\.target)) { return pair }
            }
        }
        return nil
    }

    private func counterpart(of key: String) -> String? { code.states[key] != nil ? key : keys[key] }

    /// Whether the code has no state with this key of the design, and none was found yet.
    private func isLeft(_ key: String) -> Bool { counterpart(of: key) == nil }

    /// Whether the design has no state with this key of the code, and none was found yet.
    private func isFree(_ key: String) -> Bool { design.states[key] == nil && !taken.contains(key) }

    /// Returns whether two states both end the machine or not, and share enough of their events.
    ///
    /// States with the same names differ in the names of their regions, which are never ignored.
    private func isSimilar(_ first: String, _ second: String, _ share: Double) -> Bool {
        guard let state = design.states[first], let other = code.states[second], state.isFinal == other.isFinal,
            Self.names(state) != Self.names(other)
        else { return false }
        let (ours, theirs) = (Set((designed[first] ?? [:]).keys), Set((coded[second] ?? [:]).keys))
        if other.isOpen, theirs.isSubset(of: ours) { return true }
        let all = ours.union(theirs).count
        return Double(ours.intersection(theirs).count) >= share * Double(all)
    }

    private static func names(_ state: BehaviorGraph.State) -> [String] {
        state.title.split { ",. ".contains($0) }.map { NameMatching.key(String($0)) }.sorted()
    }
}

extension BehaviorGraph {
    /// Returns the graph with other keys for some states.
    func renaming(_ keys: [String: String]) -> BehaviorGraph {
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
