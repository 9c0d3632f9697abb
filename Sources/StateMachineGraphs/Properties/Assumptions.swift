import StateMachines

/// What is assumed of the events of a graph, as numbered actions: an action is a set of events of which any may happen.
struct Assumptions {
    /// The actions that are weakly fair, and those that are strongly fair.
    private(set) var weak = ActionSet()
    private(set) var strong = ActionSet()

    /// For each state the actions that its events belong to, one set for each sample event; nothing without assumptions.
    private var actions: [[ActionSet]] = []

    /// For each state the actions that are accepted there.
    private var possible: [ActionSet] = []

    init<Definition>(_ fairness: [Fairness<Definition.Event>], in graph: StateGraph<Definition>) {
        guard !fairness.isEmpty else { return }
        var count = 0
        func newAction(_ strength: Fairness<Definition.Event>.Strength) -> Int {
            switch strength {
            case .weak: weak.insert(count)
            case .strong: strong.insert(count)
            }
            count += 1
            return count - 1
        }
        let numbers = fairness.map { $0.includes == nil ? nil : newAction($0.strength) }
        var namedNumbers: [Name: [Int]] = [:]
        for state in graph.states {
            actions.append(
                state.sampleEvents.map { event in
                    var set = ActionSet()
                    for (assumption, number) in zip(fairness, numbers) {
                        if let includes = assumption.includes, let number, includes(event) { set.insert(number) }
                    }
                    let each = fairness.filter { $0.includes == nil }
                    guard !each.isEmpty else { return set }
                    let name = Name(of: event)
                    let own = namedNumbers[name] ?? each.map { newAction($0.strength) }
                    namedNumbers[name] = own
                    for number in own { set.insert(number) }
                    return set
                }
            )
        }
        possible = graph.states.indices.map { id in
            zip(actions[id], graph.successors(of: id)).reduce(into: ActionSet()) { possible, edge in
                if edge.1 != .rejected { possible.formUnion(edge.0) }
            }
        }
    }

    var isEmpty: Bool { weak.isEmpty && strong.isEmpty }

    /// The actions that a sample event of a state belongs to.
    func actions(of place: Int, in id: Int) -> ActionSet { actions.isEmpty ? ActionSet() : actions[id][place] }

    /// The actions that are accepted in a state.
    func possible(in id: Int) -> ActionSet { possible.isEmpty ? ActionSet() : possible[id] }
}
