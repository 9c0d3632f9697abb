extension FormatWriter {
    static let sismic = FormatWriter(fileExtension: "yaml") { ExecutableChart(of: $0).sismic }
}

extension ExecutableChart {
    /// The chart for sismic, which reads YAML.
    ///
    /// The text is JSON, which is also valid YAML unless it contains hidden characters.
    var sismic: String {
        Document(statechart: .init(name: name.visible, rootState: node(root))).json
    }

    private struct Document: Encodable {
        var statechart: Chart

        struct Chart: Encodable {
            var name: String
            var rootState: Node

            enum CodingKeys: String, CodingKey {
                case name
                case rootState = "root state"
            }
        }
    }

    private struct Node: Encodable {
        var name: String
        var type: String?
        var initial: String?
        var states: [Node]?
        var parallelStates: [Node]?
        var transitions: [Arrow]?

        enum CodingKeys: String, CodingKey {
            case name, type, initial, states, transitions
            case parallelStates = "parallel states"
        }
    }

    private struct Arrow: Encodable {
        var event: String
        var target: String?
        var `guard`: String?
    }

    private func node(_ state: State) -> Node {
        let inner = state.states.map(node)
        return Node(
            name: state.id,
            type: state.isFinal ? "final" : nil,
            initial: state.kind == .plain ? state.states.first?.id : nil,
            states: inner.isEmpty || state.kind == .parallel ? nil : inner,
            parallelStates: state.kind == .parallel ? inner : nil,
            transitions: state.transitions.isEmpty ? nil : state.transitions.map(arrow)
        )
    }

    private func arrow(_ transition: Transition) -> Arrow {
        let alternatives = transition.guards.map { $0.map { "active('\($0)')" }.joined(separator: " and ") }
        let condition = alternatives.count > 1 ? alternatives.map { "(\($0))" } : alternatives
        return Arrow(
            event: events[transition.event].id,
            target: transition.target,
            guard: condition.isEmpty ? nil : condition.joined(separator: " or ")
        )
    }
}
