/// Returns the differences between a design and the code, nearest first.
///
/// States and events are compared by their keys. A state that only one side has is one difference,
/// and the events in this state are not compared.
///
/// - Complexity: Proportional to the number of transitions, apart from sorting.
func differences(between design: NamedGraph, and code: NamedGraph) -> [DesignDifference] {
    var found: [DesignDifference] = []
    for (key, state) in design.states where code.states[key] == nil {
        found.append(DesignDifference(kind: .missing, subject: .state(key), run: state.run))
    }
    for (key, state) in code.states where design.states[key] == nil {
        found.append(DesignDifference(kind: .added, subject: .state(key), run: state.run))
    }
    let (designed, coded) = (design.reactions, code.reactions)
    for (key, state) in design.states {
        guard let other = code.states[key] else { continue }
        found += roleDifferences(of: key, state, other)
        let events = Set((designed[key] ?? [:]).keys).union((coded[key] ?? [:]).keys)
        found += events.compactMap { event in
            let (first, second) = (designed[key]?[event] ?? [], coded[key]?[event] ?? [])
            return eventDifference(first, second, in: (design, code), isOpen: other.isOpen)
        }
    }
    return found.sorted { $0.order < $1.order }
}

/// Returns differences between initial states and between final states.
private func roleDifferences(
    of key: String,
    _ design: NamedGraph.State,
    _ code: NamedGraph.State
) -> [DesignDifference] {
    var found: [DesignDifference] = []
    if design.isInitial != code.isInitial {
        let (kind, side) = design.isInitial ? (DesignDifference.Kind.missing, design) : (.added, code)
        found.append(DesignDifference(kind: kind, subject: .beginning(key), run: side.run))
    }
    if design.isFinal != code.isFinal {
        let (kind, side) = design.isFinal ? (DesignDifference.Kind.missing, design) : (.added, code)
        found.append(DesignDifference(kind: kind, subject: .end(key), run: side.run))
    }
    return found
}

/// Returns the difference between the transitions of one state for one event.
private func eventDifference(
    _ designed: [NamedGraph.Transition],
    _ coded: [NamedGraph.Transition],
    in graphs: (design: NamedGraph, code: NamedGraph),
    isOpen: Bool
) -> DesignDifference? {
    let missing = isOpen ? [] : designed.filter { !coded.contains($0) }
    let added = coded.filter { !designed.contains($0) }
    let runs =
        added.isEmpty
        ? missing.compactMap { graphs.design.transitions[$0]?.run }
        : added.compactMap { graphs.code.transitions[$0]?.run }
    guard let first = missing.first ?? added.first, let run = runs.min(by: { $0.order < $1.order }) else { return nil }
    return DesignDifference(
        kind: coded.isEmpty ? .missing : designed.isEmpty ? .added : .elsewhere,
        subject: .event(first.event, in: first.source, design: designed.map(\.target), code: coded.map(\.target)),
        run: run
    )
}

extension Run {
    /// A value that sorts short runs first.
    fileprivate var order: (Int, String) { (steps.count, description) }
}

extension DesignDifference {
    /// A value that sorts the differences with short runs first, and events before states.
    fileprivate var order: (Int, Int, String, String) {
        let rank =
            switch subject {
            case .beginning: 0
            case .event: 1
            case .state: 2
            case .end: 3
            }
        return (run.steps.count, rank, run.description, "\(kind) \(subject)")
    }
}
