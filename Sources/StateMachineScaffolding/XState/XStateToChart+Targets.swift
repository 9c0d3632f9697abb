import StateMachineCommandLine

/// Targets of transitions: `sibling`, `sibling.child`, `.child`, `#id` and `#id.child`.
extension XStateToChart {
    /// Returns the texts of one target or of a list of targets.
    static func texts(_ tree: JSONTree?) throws(ChartError) -> [(text: String, position: Position)] {
        guard let tree else { return [] }
        guard case .array(let elements) = tree.value else { return [(try tree.string, tree.position)] }
        return try elements.map { element throws(ChartError) in (try element.string, element.position) }
    }

    /// Returns the state that the target of a transition names.
    func resolveTarget(_ target: String, from source: Int, at position: Position) throws(ChartError) -> Int {
        if target.hasPrefix("#") { return try resolve(target, in: source, at: position) }
        if target.hasPrefix(".") { return try resolve(String(target.dropFirst()), in: source, at: position) }
        guard let parent = outline.nodes[source].parent else {
            throw ChartError(
                position,
                "the target “\(target.abbreviated(after: 60))” of a top-level transition needs a period before its name",
                expected: "“.\(target.abbreviated(after: 60))”"
            )
        }
        return try resolve(target, in: parent, at: position, isChildOf: source)
    }

    /// Returns the state at a path of keys.
    ///
    /// - Parameter source: The source of the transition, for a suggestion if the path is wrong.
    func resolve(
        _ path: String,
        in outer: Int,
        at position: Position,
        isChildOf source: Int? = nil
    ) throws(ChartError) -> Int {
        var keys = Self.keys(path)[...]
        var state = outer
        if path.hasPrefix("#"), let first = keys.popFirst() {
            guard let start = outline.ids[String(first.dropFirst())] else {
                throw ChartError(
                    position,
                    "no state has the id “\(first.dropFirst().abbreviated(after: 60))”",
                    expected:
                        "the id of a state, or the id and a path, such as “#\(outline.machineID).\(outline.nodes.last?.path.joined(separator: ".") ?? "")”"
                )
            }
            state = start
        }
        // An empty key ends a path, so the target "." is the state itself.
        for key in keys.prefix(while: { !$0.isEmpty }) {
            guard let child = child(key, of: state) else {
                let isOwn = source.flatMap { self.child(key, of: $0) } != nil
                let names = outline.nodes[state].children.map { "“\(outline.nodes[$0].key.abbreviated(after: 40))”" }
                throw ChartError(
                    position,
                    "the target “\(path.abbreviated(after: 60))” does not exist: \(name(state)) does not contain “\(key.abbreviated(after: 60))”",
                    expected: isOwn
                        ? "“.\(path.abbreviated(after: 60))”"
                        : names.isEmpty ? nil : names.prefix(8).joined(separator: ", ")
                )
            }
            state = child
        }
        return state
    }

    private func child(_ key: String, of state: Int) -> Int? {
        outline.nodes[state].children.first { outline.nodes[$0].key == key }
    }

    /// Splits a path at its dots; a backslash makes the next character a part of a key.
    private static func keys(_ path: String) -> [String] {
        var keys = [""]
        var isEscaped = false
        for character in path {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if !isEscaped, character == "." { keys.append("") } else { keys[keys.count - 1].append(character) }
            isEscaped = false
        }
        return keys
    }
}

extension Condition {
    /// Returns the condition with other ids of states.
    func mapStates(_ transform: (String) throws(ChartError) -> String) throws(ChartError) -> Condition {
        switch self {
        case .constant, .guard: self
        case .isIn(let id): .isIn(try transform(id))
        case .not(let condition): .not(try condition.mapStates(transform))
        case .all(let conditions):
            .all(try conditions.map { condition throws(ChartError) in try condition.mapStates(transform) })
        case .any(let conditions):
            .any(try conditions.map { condition throws(ChartError) in try condition.mapStates(transform) })
        }
    }
}
