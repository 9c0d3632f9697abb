import StateMachineCommandLine

/// The members of a part of a configuration, of which only known ones are allowed.
struct XStateMembers {
    /// The parts of a configuration.
    enum Part {
        case machine, state, transition, invoke, named
    }

    private let members: JSONMembers
    let position: Position

    subscript(name: String) -> JSONTree? { members[name] }

    /// Checks the members of an object.
    ///
    /// - Throws: ``ChartError`` if the value is not an object.
    init(_ tree: JSONTree, _ part: Part, _ errors: inout ErrorList) throws(ChartError) {
        guard case .object(let members) = tree.value else {
            throw ChartError(tree.position, "\(part.words) is required here", expected: "{ … }")
        }
        self.members = members
        position = tree.position
        if part == .machine, members["key"] != nil, members["transitions"] != nil {
            throw ChartError(
                tree.position,
                "this is the definition of a machine, which omits parts such as “always”",
                expected: "the configuration, as JSON.stringify(machine.config) writes it"
            )
        }
        for member in members.all where !part.members.contains(member.name) {
            errors.add(Self.refusal(of: member, in: part))
        }
    }

    private static func refusal(of member: JSONMembers.Member, in part: Part) -> ChartError {
        let name = member.name.abbreviated(after: 60)
        if let successor = successors[member.name] {
            return ChartError(member.position, "“\(name)” belongs to XState 4", expected: successor)
        }
        return ChartError(
            member.position,
            "“\(name)” is not a member of \(part.words)",
            expected: part.members.filter { !part.ignored.contains($0) }.joined(separator: ", ")
        )
    }

    /// The words of XState 4, with those of XState 5.
    private static let successors = [
        "cond": "“guard”", "in": "“guard” with In('#id')", "internal": "“reenter”", "external": "“reenter”",
        "onEntry": "“entry”", "onExit": "“exit”", "activities": "“invoke”", "data": "“output” or “input”",
    ]
}

extension XStateMembers.Part {
    var words: String {
        switch self {
        case .machine: "an XState machine"
        case .state: "a state"
        case .transition: "a transition"
        case .invoke: "an invoked actor"
        case .named: "an action or a guard"
        }
    }

    var members: [String] {
        switch self {
        case .machine: Self.state.members + ["context", "input", "options", "types", "version", "$schema"]
        case .state:
            [
                "id", "type", "initial", "states", "on", "always", "after", "invoke", "entry", "exit", "onDone",
                "history", "target", "description", "meta", "output", "tags",
            ]
        case .transition: ["target", "guard", "actions", "reenter", "description", "meta"]
        case .invoke:
            ["id", "src", "onDone", "onError", "onSnapshot", "input", "systemId", "type", "description", "meta"]
        case .named: ["type", "params", "description", "meta"]
        }
    }

    /// The members that do not change the chart.
    var ignored: [String] {
        ["context", "input", "options", "types", "version", "$schema", "meta", "output", "tags", "systemId"]
    }
}
