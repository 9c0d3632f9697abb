import StateMachineDiagrams
import StateMachineGraphs

/// The graph of a written machine, which is explored without a compiler.
struct WrittenGraph {
    /// The largest number of states.
    static let limit = 60

    /// The description of the machine; `nil` if it has too many states.
    let description: MachineDescription?

    init(_ machine: WrittenMachine) throws {
        let events = Self.events(of: machine)
        var indices = [Self.key(machine.state): 0]
        var states = [machine.state]
        var steps: [MachineDescription.Step] = []
        var next = 0
        while next < states.count, states.count <= Self.limit {
            for (number, event) in events.enumerated() {
                let copy = try machine.placed(in: states[next])
                guard let output = try copy.handle(event.caseName, guards: event.guards) else {
                    steps.append(.init(source: next, event: number, reaction: nil))
                    continue
                }
                let key = Self.key(copy.state)
                if indices[key] == nil {
                    indices[key] = states.count
                    states.append(copy.state)
                }
                let name = output.isEmpty ? nil : ValueName(caseName: "[\(output.joined(separator: ", "))]")
                var reaction = MachineDescription.Reaction(target: indices[key] ?? 0, output: name)
                reaction.shownOutput = name.map { _ in ValueName(caseName: output.joined(separator: "; ")) }
                steps.append(.init(source: next, event: number, reaction: reaction))
            }
            next += 1
        }
        guard states.count <= Self.limit else {
            description = nil
            return
        }
        let hasEnds = machine.declarations[machine.name]?.functions["isFinal"] != nil
        description = MachineDescription(
            name: machine.name,
            states: try states.enumerated().map { index, state in
                var result = MachineDescription.State(name: Self.name(of: state, in: machine), isInitial: index == 0)
                if hasEnds, case .bool(true) = try machine.placed(in: state).property("isFinal") {
                    result.isFinal = true
                }
                return result
            },
            events: events.map(\.name),
            steps: steps
        )
    }

    private struct Event {
        var caseName: String
        var guards: Set<String>
        var name: ValueName
    }

    /// Every event with every combination of its guards.
    private static func events(of machine: WrittenMachine) -> [Event] {
        (machine.declarations["Event"]?.cases ?? [:]).sorted { $0.key < $1.key }.flatMap { name, payload in
            let labels = payload.map { $0.label ?? "" }
            return (0..<(1 << labels.count)).map { number in
                let given = labels.indices.filter { number & (1 << $0) != 0 }.map { labels[$0] }
                let values = labels.map { ValueName.Field(label: $0, value: "\(given.contains($0))") }
                return Event(caseName: name, guards: Set(given), name: ValueName(caseName: name, payload: values))
            }
        }
    }

    /// A text that differs for different values.
    private static func key(_ value: SwiftValue) -> String {
        switch value {
        case .bool(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .nothing: "nil"
        case .list(let values), .tuple(let values): "[\(values.map(key).joined(separator: ","))]"
        case .element(_, let name, let payload): "\(name)(\(payload.map(key).joined(separator: ",")))"
        case .record(_, let fields):
            "{\(fields.sorted { $0.key < $1.key }.map { "\($0.key):\(key($0.value))" }.joined(separator: ","))}"
        }
    }

    /// The name of a state, as reflection finds it.
    private static func name(of value: SwiftValue, in machine: WrittenMachine) -> ValueName {
        switch value {
        case .element(_, let name, let payload):
            guard let inner = payload.first else { return ValueName(caseName: name) }
            if case .record = inner {
                let record = Self.name(of: inner, in: machine)
                return ValueName(caseName: name, regions: record.regions, payload: record.payload)
            }
            return ValueName(caseName: name, regions: [.init(label: nil, name: Self.name(of: inner, in: machine))])
        case .record(let type, let fields):
            let names = machine.declarations[type]?.properties.map(\.name) ?? []
            let histories = names.filter { $0.hasSuffix("History") }
            return ValueName(
                caseName: nil,
                regions: names.filter { !histories.contains($0) }.compactMap { name in
                    fields[name].map { .init(label: name, name: Self.name(of: $0, in: machine)) }
                },
                payload: histories.map { name in .init(label: name, value: fields[name].map(key) ?? "nil") }
            )
        case .bool, .number, .nothing, .list, .tuple: return ValueName(caseName: key(value))
        }
    }
}
