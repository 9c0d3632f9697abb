import StateMachines

extension StateGraph {
    /// Cases that the machine leaves within the event that enters them, with their positions.
    ///
    /// No state of the graph has such a case. There are two kinds: the cases in `passingStates` of
    /// the definition and of nested definitions, and cases that a nested machine reaches in an
    /// event that changes or ends this machine.
    package var passingParts: [ValueName.Part] {
        let runs = InnerRuns<Definition>(in: self)
        let listed = Definition.passingStates.flatMap { ValueName(of: $0).parts } + runs.listed
        let candidates = (runs.candidates + listed).uniqued()
        guard !candidates.isEmpty else { return [] }
        let resting = Set(states.flatMap { ValueName(of: $0).parts.map(\.typedCase) })
        return candidates.filter { !resting.contains($0.typedCase) }
    }
}

/// Runs nested machines separately.
///
/// If a state contains the state of another machine and a handled event contains an event of that
/// machine, the inner machine handles it. If it reaches a case that no state of the graph contains,
/// the outer machine only passes through it, unless the outer machine leaves it as it is.
private struct InnerRuns<Definition: FiniteStateDefinition> {
    /// Cases that inner machines reach.
    private(set) var candidates: [ValueName.Part] = []

    /// Cases in the `passingStates` of inner definitions.
    private(set) var listed: [ValueName.Part] = []

    private var types: Set<ObjectIdentifier> = []

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
            for (state, name) in inner { addPassingStates(of: state, name, parts) }
            for edge in graph.edges(from: node) where edge.isHandled {
                let target = edge.step.after
                let unchanged =
                    target == node.state ? inner : Self.innerStates(of: target).map { ($0, ValueName(of: $0)) }
                for (state, name) in inner where !unchanged.contains(where: { $0.1 == name }) {
                    add(state, name, edge.event, parts)
                }
            }
        }
    }

    private mutating func addPassingStates(
        of state: any StateDefinition,
        _ name: ValueName,
        _ parts: [ValueName.Part]
    ) {
        guard types.insert(ObjectIdentifier(type(of: state))).inserted else { return }
        func list<State: FiniteStateDefinition>(_: State) -> [ValueName] {
            State.passingStates.map { ValueName(of: $0) }
        }
        guard let state = state as? any FiniteStateDefinition else { return }
        for passing in list(state) { listed += self.parts(of: passing, insteadOf: name, in: parts) }
    }

    /// Returns an inner state's cases with their positions in the outer machine.
    private func parts(
        of name: ValueName,
        insteadOf before: ValueName,
        in parts: [ValueName.Part]
    ) -> [ValueName.Part] {
        let outer = parts.first { $0.type == before.type && $0.caseName == before.caseName }
        return name.parts.map { part in
            var part = part
            part.path = Array((outer?.path.dropLast() ?? []) + part.path)
            return part
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
                candidates += self.parts(of: ValueName(of: next), insteadOf: name, in: parts)
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

    /// Returns the values of a type that a value contains, except in objects.
    private static func values<Value>(of type: Value.Type, in value: Any) -> [Value] {
        if let value = value as? Value { return [value] }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle != .class else { return [] }
        return mirror.children.flatMap { values(of: type, in: $0.value) }
    }
}
