public import StateMachines

/// An exploration has found more states than it was to find, mostly because a payload keeps
/// growing.
///
/// ```text
/// More than 100 states. The payload of counting keeps changing in count: counting(count: 99), and later
/// counting(count: 100). Let sampleEvents keep them finite, or explore with a key (abstractedBy:) that tells apart what
/// matters, within a constraint (within:), or with a higher limit; or check a part of them with a BoundedSearch.
/// ```
public struct TooManyStates<Definition: FiniteStateDefinition>: Error, CustomStringConvertible {
    /// How many states were allowed.
    public let stateLimit: Int

    /// Two states of the same case, in the order in which they were found; `nil` if every case was
    /// found once.
    ///
    /// The second one was reached from the first, if any case occurs twice on the path to the last
    /// state.
    public let growth: (earlier: Definition, later: Definition)?

    /// The field of the payload with the most values.
    ///
    /// Of large collections only the size is compared, since a thousand states may have many of
    /// them.
    private let field: String?

    @usableFromInline
    init(stateLimit: Int, _ graph: StateGraph<Definition>) {
        self.stateLimit = stateLimit
        let (states, parents) = (graph.states, graph.parents)
        var path = [states.count - 1]
        while let id = path.last, parents[id] != id, path.count < 100 { path.append(Int(parents[id])) }
        let growth =
            Growth(among: path.reversed().map { states[$0] }) ?? Growth(among: Array(states.suffix(1000)))
        self.growth = growth.map { ($0.earlier, $0.later) }
        field = growth?.field
    }

    /// What has grown, with both states side by side, and what can be done.
    public var description: String {
        var growing = "."
        if let growth {
            let (earlier, later) = (ValueName(ofLarge: growth.earlier), ValueName(ofLarge: growth.later))
            growing = ". The payload of \(earlier.path.joined(separator: ".")) keeps changing"
            if let field { growing += " in \(field)" }
            growing += ": \(earlier), and later \(later)."
        }
        return """
            More than \(stateLimit) states\(growing) Let sampleEvents keep them finite, or explore with a key \
            (abstractedBy:) that tells apart what matters, within a constraint (within:), or with a higher limit; or \
            check a part of them with a BoundedSearch.
            """
    }
}

/// The most frequent case in a list of states, and the field that differs most.
private struct Growth<Definition: FiniteStateDefinition> {
    let earlier: Definition
    let later: Definition
    let field: String?

    init?(among states: [Definition]) {
        let named = states.map { (state: $0, name: ValueName(ofLarge: $0)) }
        let counts = named.reduce(into: [:]) { counts, state in counts[state.name.path, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        // The last one, if several are as frequent.
        guard most > 1, let last = named.last(where: { counts[$0.name.path] == most }) else { return nil }

        let same = named.filter { $0.name.path == last.name.path }
        var fields: [(label: String?, values: Set<String>)] = []
        for (index, field) in last.name.fields.enumerated() {
            fields.append((field.label, Set(same.compactMap { $0.name.fields.dropFirst(index).first?.value })))
        }
        // The first one, if several have as many values.
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
