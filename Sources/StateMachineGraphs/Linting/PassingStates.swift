import StateMachines

extension StateGraph {
    /// The cases that the machine leaves within the event that enters them, with their positions.
    ///
    /// No state of the graph has such a case. There are two kinds: the cases in `passingStates`,
    /// and cases of nested machines, which running the nested machine separately shows.
    package var passingParts: [ValueName.Part] {
        let listed = Definition.passingStates.flatMap { ValueName(of: $0).parts }
        let candidates = (InnerRuns<Definition>(in: self).candidates + listed).uniqued()
        guard !candidates.isEmpty else { return [] }
        let resting = Set(states.flatMap { ValueName(of: $0).parts.map(\.typedCase) })
        return candidates.filter { !resting.contains($0.typedCase) }
    }
}

/// Runs nested machines separately.
///
/// If a state contains the state of another machine and a handled event contains an event of that
/// machine, the inner machine handles it. If it reaches a case that no state of the graph contains,
/// the outer machine only passes through it.
private struct InnerRuns<Definition: FiniteStateDefinition> {
    /// The cases that inner machines reach.
    private(set) var candidates: [ValueName.Part] = []

    private var tried: Set<Attempt> = []

    private struct Attempt: Hashable {
        var state: ValueName
        var event: ValueName
    }

    init(in graph: StateGraph<Definition>) {
        for node in graph.nodes {
            let inner = Self.innerStates(of: node.state).map { ($0, ValueName(of: $0)) }
            guard !inner.isEmpty else { continue }
            let parts = ValueName(of: node.state).parts
            for edge in graph.edges(from: node) where edge.isHandled {
                for (state, name) in inner { add(state, name, edge.event, parts) }
            }
        }
    }

    private mutating func add(
        _ state: some StateDefinition,
        _ name: ValueName,
        _ event: Definition.Event,
        _ parts: [ValueName.Part]
    ) {
        func add<State: StateDefinition>(_ state: State) {
            for event in Self.values(of: State.Event.self, in: event) {
                guard tried.insert(Attempt(state: name, event: ValueName(of: event))).inserted else { continue }
                var next = state
                guard (try? next.handleEvent(event)) != nil else { continue }
                let outer = parts.first { $0.type == name.type && $0.caseName == name.caseName }
                candidates += ValueName(of: next).parts.map { part in
                    var part = part
                    part.path = Array((outer?.path.dropLast() ?? []) + part.path)
                    return part
                }
            }
        }
        add(state)
    }

    /// Returns the states of other machines inside a state.
    ///
    /// Objects are skipped because they may refer to each other in a circle.
    private static func innerStates(of value: Any) -> [any StateDefinition] {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle != .class else { return [] }
        return mirror.children.flatMap { child -> [any StateDefinition] in
            ((child.value as? any StateDefinition).map { [$0] } ?? []) + innerStates(of: child.value)
        }
    }

    /// Returns the values of a type that a value contains.
    private static func values<Value>(of type: Value.Type, in value: Any) -> [Value] {
        if let value = value as? Value { return [value] }
        return Mirror(reflecting: value).children.flatMap { values(of: type, in: $0.value) }
    }
}
