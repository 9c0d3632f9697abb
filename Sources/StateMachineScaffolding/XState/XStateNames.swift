/// The names of actions and guards.
enum XStateNames {
    /// Returns the names of a list of actions or of one action.
    static func actions(_ tree: JSONTree?, _ errors: inout ErrorList) -> [String] {
        guard let tree else { return [] }
        let all: [JSONTree] = if case .array(let elements) = tree.value { elements } else { [tree] }
        return all.flatMap { element -> [String] in
            do throws(ChartError) {
                // An exported machine has one output, which can be a list.
                if case .string(let text) = element.value, text.hasPrefix("[") {
                    return try ExportedOutput.actions(text).map { name throws(ChartError) in
                        try checked(name, as: "action", at: element.position)
                    }
                }
                let name = try name(of: element, as: "action", &errors)
                if let problem = refused[name] {
                    throw ChartError(element.position, problem, expected: "an action that has a name")
                }
                return [name.hasPrefix(builtIn) ? String(name.dropFirst(builtIn.count)) : name]
            } catch {
                errors.add(error)
                return []
            }
        }
    }

    /// Returns a name, with its parameters: `isAbove(limit: 3)`.
    static func name(of tree: JSONTree, as kind: String, _ errors: inout ErrorList) throws(ChartError) -> String {
        switch tree.value {
        case .string(let name): return try checked(name, as: kind, at: tree.position)
        case .object:
            let members = try XStateMembers(tree, .named, &errors)
            guard let type = members["type"] else {
                throw ChartError(tree.position, "the \(kind) has no name", expected: "{ \"type\": \"name\" }")
            }
            let name = try name(of: type, as: kind, &errors)
            guard let parameters = members["params"] else { return name }
            guard case .object(let values) = parameters.value else { return name + "(\(parameters.text))" }
            guard !values.all.isEmpty else { return name }
            return name + "(\(values.all.map { "\($0.name): \($0.value.text)" }.joined(separator: ", ")))"
        case .null:
            throw ChartError(
                tree.position,
                "the \(kind) is an inline function, which JSON does not contain",
                expected: "the name of \(kind == "action" ? "an" : "a") \(kind) that setup() defines"
            )
        case .array, .bool, .number:
            throw ChartError(
                tree.position,
                "the name of \(kind == "action" ? "an" : "a") \(kind) is required here",
                expected: "\"name\""
            )
        }
    }

    private static func checked(
        _ name: String,
        as kind: String,
        at position: Position
    ) throws(ChartError) -> String {
        guard !name.isEmpty, name.utf8.count <= 200 else {
            throw ChartError(
                position,
                "the name of the \(kind) is empty or longer than 200 bytes",
                expected: "a name of 1 to 200 bytes"
            )
        }
        return name
    }

    private static let builtIn = "xstate."

    private static let refused = [
        "xstate.raise": "the action raises an event, which the scaffold does not support",
        "xstate.enqueueActions": "the action decides on other actions, which the scaffold does not support",
    ]
}

extension JSONTree {
    /// The value in a few words, for the name of an action or a guard.
    fileprivate var text: String {
        switch value {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .bool(let flag): "\(flag)"
        case .null: "null"
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .object(let members):
            "[\(members.all.map { "\($0.name): \($0.value.text)" }.joined(separator: ", "))]"
        }
    }
}
