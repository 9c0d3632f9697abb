import StateMachineGraphs
import StateMachines

extension MachineDescription {
    /// A case of a nested machine that the outer machine leaves within the event that leads to it.
    ///
    /// If the outer machine moves on when its child ends, it never rests in the child's last state.
    package struct PassingState: Hashable, Sendable {
        /// The position of the case in the machine, as cases and regions from the outside in.
        package var path: [String]

        /// The name of the case's type, with its module.
        package var type: String

        /// The name of the case.
        package var caseName: String
    }

    /// Finds cases of nested machines in which the outer machine never rests.
    ///
    /// If a state contains the state of another machine and a handled event contains an event of
    /// that machine, the search runs the inner machine separately. If the inner machine reaches a
    /// case that no state of the graph contains, the outer machine only passes through it.
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

        /// The cases that the machine passes through without resting there.
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

        /// Returns the states of other machines inside a state.
        private static func innerStates(of value: Any) -> [any StateDefinition] {
            Mirror(reflecting: value).children.flatMap { child -> [any StateDefinition] in
                ((child.value as? any StateDefinition).map { [$0] } ?? []) + innerStates(of: child.value)
            }
        }

        /// Returns the values of a type that a value contains.
        private static func values<Value>(of type: Value.Type, in value: Any) -> [Value] {
            if let value = value as? Value { return [value] }
            return Mirror(reflecting: value).children.flatMap { values(of: type, in: $0.value) }
        }
    }
}
