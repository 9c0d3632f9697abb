import StateMachineCommandLine

/// Lists and literals.
extension ScriptConfiguration {
    // MARK: Lists

    /// Returns the elements of a list, or the value itself, which is a list of one element.
    mutating func elements(of value: ScriptValue) throws(ChartError) -> [ScriptValue] {
        guard case .array(let elements) = try file.resolved(value).content else { return [value] }
        try enter(value)
        defer { leave() }
        var result: [ScriptValue] = []
        for element in elements {
            guard case .spread(let list) = element.content else {
                result.append(element)
                continue
            }
            guard case .array = try file.resolved(list).content else {
                throw ChartError(
                    element.position,
                    "“\(file.text(of: element).abbreviated(after: 60))” adds elements that this file does not list",
                    expected: "the elements themselves, or a constant of this file"
                )
            }
            result += try self.elements(of: list)
        }
        return result
    }

    // MARK: Literals

    /// Returns a literal as JSON; `nil` for `undefined`.
    mutating func literal(_ value: ScriptValue) throws(ChartError) -> JSONTree? {
        let resolved = try file.resolved(value)
        let position = value.position
        try enter(value)
        defer { leave() }
        switch resolved.content {
        case .string(let text): return JSONTree(value: .string(text), position: position)
        case .number(let number): return JSONTree(value: .number(number), position: position)
        case .bool(let flag): return JSONTree(value: .bool(flag), position: position)
        case .null: return JSONTree(value: .null, position: position)
        case .undefined: return nil
        case .name(let path): return JSONTree(value: .string(path.last ?? ""), position: position)
        case .array:
            var list: [JSONTree] = []
            for element in try elements(of: value) { if let tree = try literal(element) { list.append(tree) } }
            return JSONTree(value: .array(list), position: position)
        case .object:
            let members = try members(of: value, "an object")
            return object(members, at: position) { reader, member throws(ChartError) in
                try reader.literal(member.value)
            }
        case .call, .function, .spread, .computed: throw computed(value)
        }
    }

    /// Returns the text of a key or a target.
    mutating func text(of value: ScriptValue) throws(ChartError) -> String {
        switch try literal(value)?.value {
        case .string(let text)?: return text
        case .number(let number)?: return number.scriptText
        case .object?, .array?, .bool?, .null?, nil: throw computed(value)
        }
    }

    func computed(_ value: ScriptValue) -> ChartError {
        let text = file.text(of: value).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return ChartError(
            value.position,
            "“\(text.abbreviated(after: 60))” has a value only when the program runs",
            expected: "a literal or a constant of this file"
        )
    }
}

extension ScriptValue {
    /// Whether only the program knows the value.
    var isUnknown: Bool {
        switch content {
        case .name, .call, .computed: true
        case .object, .array, .string, .number, .bool, .null, .undefined, .function, .spread: false
        }
    }
}
