import StateMachineGraphs
import StateMachines

extension MachineDescription {
    /// A case of a machine inside this one that a sample leads to and that this one leaves at once,
    /// within the same event.
    ///
    /// A machine whose child ends, and that moves on with it, never rests in the child's last
    /// state.
    package struct PassingState: Hashable, Sendable {
        /// Where it would be among the states: cases and regions from the outside in.
        package var path: [String]

        /// The name of its type, with its module.
        package var type: String

        /// The case.
        package var caseName: String
    }

    /// Finds states of machines inside a machine in which it never rests.
    ///
    /// Wherever a state has the state of another machine in it, and a handled event has one of that
    /// machine's events in it, the inner machine is run by itself. What it becomes there, and what
    /// no state has in it, has only been passed.
    struct PassingStates<Definition: FiniteStateDefinition> {
        private var tried: Set<Attempt> = []
        private var resting: Set<Case> = []
        private var candidates: [PassingState] = []

        private struct Attempt: Hashable {
            var state: ValueName
            var event: ValueName
        }

        private struct Case: Hashable {
            var type: String
            var caseName: String
        }

        init(of graph: StateGraph<Definition>) {
            for node in graph.nodes {
                let parts = ValueName(of: node.state).parts
                resting.formUnion(parts.map { Case(type: $0.type, caseName: $0.caseName) })
                let inner = Self.innerStates(of: node.state).map { ($0, ValueName(of: $0)) }
                guard !inner.isEmpty else { continue }
                for edge in graph.edges(from: node) where edge.isHandled {
                    for (state, name) in inner { add(state, name, edge.event, parts) }
                }
            }
        }

        /// What has been passed, and where nothing rests.
        var all: [PassingState] {
            candidates.filter { !resting.contains(Case(type: $0.type, caseName: $0.caseName)) }.uniqued()
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
                        let path = (outer?.path.dropLast() ?? []) + part.path
                        return PassingState(path: Array(path), type: part.type, caseName: part.caseName)
                    }
                }
            }
            add(state)
        }

        /// The states of other machines inside a state.
        private static func innerStates(of value: Any) -> [any StateDefinition] {
            Mirror(reflecting: value).children.flatMap { child -> [any StateDefinition] in
                ((child.value as? any StateDefinition).map { [$0] } ?? []) + innerStates(of: child.value)
            }
        }

        /// The values of a type that a value has in it.
        private static func values<Value>(of type: Value.Type, in value: Any) -> [Value] {
            if let value = value as? Value { return [value] }
            return Mirror(reflecting: value).children.flatMap { values(of: type, in: $0.value) }
        }
    }
}
