public import StateMachines

/// An error for an exploration that finds more states than its limit allows.
///
/// Most often, some payload keeps growing:
///
/// ```text
/// There are more than 100 states. The payload of counting keeps changing in count: counting(count: 99), and later
/// counting(count: 100). Choose sample events that lead to fewer states, pass a key (abstractedBy:) that treats similar
/// states as one, pass a constraint (within:), or raise the limit. To check only a part of the states, use a
/// BoundedSearch.
/// ```
public struct TooManyStates<Definition: FiniteStateDefinition>: Error, Hashable, CustomStringConvertible {
    /// The maximum number of states.
    public let stateLimit: Int

    /// Two states of one case, in the order in which they were found.
    ///
    /// If a case occurs more than once on the path to the last found state, both states are from
    /// this path, so the first one leads to the second one. The value is `nil` if the exploration
    /// found every case only once.
    public var growth: (earlier: Definition, later: Definition)? {
        if let earlier, let later { (earlier, later) } else { nil }
    }

    private let earlier: Definition?
    private let later: Definition?

    /// Which field of the payload has the most different values.
    ///
    /// For a large collection, only the size is compared, because there may be a thousand states
    /// with large collections.
    private let field: String?

    @usableFromInline
    init(stateLimit: Int, _ graph: StateGraph<Definition>) {
        self.init(stateLimit: stateLimit, graph.parents) { graph.states[$0] }
    }

    /// Creates the error from an exploration's states.
    ///
    /// - Parameters:
    ///   - stateLimit: The maximum number of states.
    ///   - parents: For each state, the index of the state from which it was first reached. An
    ///     initial state is its own parent.
    ///   - state: A closure that returns the state at an index.
    init(stateLimit: Int, _ parents: ChunkedArray<UInt32>, _ state: (Int) -> Definition) {
        var path = [parents.count - 1]
        while let id = path.last, parents[id] != id, path.count < 100 { path.append(Int(parents[id])) }
        self.init(stateLimit: stateLimit, path.reversed().map(state), parents.indices.suffix(1000).map(state))
    }

    /// Creates the error from lists of states.
    ///
    /// - Parameters:
    ///   - stateLimit: The maximum number of states.
    ///   - path: The end of the path to the state that was found last.
    ///   - last: The states that were found last.
    init(stateLimit: Int, _ path: [Definition], _ last: [Definition]) {
        self.stateLimit = stateLimit
        let growth = Growth(among: path) ?? Growth(among: last)
        (earlier, later) = (growth?.earlier, growth?.later)
        field = growth?.field
    }

    /// A text with the number of states and the payload that has grown.
    var finding: String {
        guard let growth else { return "There are more than \(stateLimit) states." }
        let (earlier, later) = (ValueName(ofLarge: growth.earlier), ValueName(ofLarge: growth.later))
        let payload = earlier.path.joined(separator: ".") + " keeps changing" + (field.map { " in \($0)" } ?? "")
        return "There are more than \(stateLimit) states. The payload of \(payload): \(earlier), and later \(later)."
    }

    /// A description of the payload that has grown, with an earlier state, a later state and
    /// possible solutions.
    public var description: String {
        """
        \(finding) Choose sample events that lead to fewer states, pass a key (abstractedBy:) that treats similar states as \
        one, pass a constraint (within:), or raise the limit. To check only a part of the states, use a BoundedSearch.
        """
    }
}

/// A list's most frequent case, and the field that differs most.
private struct Growth<Definition: FiniteStateDefinition> {
    let earlier: Definition
    let later: Definition
    let field: String?

    init?(among states: [Definition]) {
        let named = states.map { (state: $0, name: ValueName(ofLarge: $0)) }
        let counts = named.reduce(into: [:]) { counts, state in counts[state.name.path, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        // If several cases are equally frequent, takes the last one.
        guard most > 1, let last = named.last(where: { counts[$0.name.path] == most }) else { return nil }

        let same = named.filter { $0.name.path == last.name.path }
        var fields: [(label: String?, values: Set<String>)] = []
        for (index, field) in last.name.fields.enumerated() {
            fields.append((field.label, Set(same.compactMap { $0.name.fields.dropFirst(index).first?.value })))
        }
        // If several fields have equally many values, takes the first one.
        let index = fields.indices.max { fields[$0].values.count < fields[$1].values.count }
        func value(_ name: ValueName) -> String? { index.flatMap { name.fields.dropFirst($0).first?.value } }
        let before = same.dropLast()
        guard let previous = before.last(where: { value($0.name) != value(last.name) }) ?? before.last else {
            return nil
        }
        (earlier, later) = (previous.state, last.state)
        field = index.flatMap { fields[$0].values.count > 1 ? fields[$0].label : nil }
    }
}
