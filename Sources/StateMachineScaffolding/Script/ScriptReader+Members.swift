/// Members of objects.
extension ScriptReader {
    mutating func readMembers(_ index: inout Int) throws(ChartError) -> [ScriptValue.Member] {
        let end = try closing(index)
        index += 1
        var members: [ScriptValue.Member] = []
        while index < end {
            members.append(try readMember(&index))
            guard index == end || isSymbol(",", index) else {
                throw error(index, "the object is not valid", "“,” or “}”")
            }
            if index < end { index += 1 }
        }
        index = end + 1
        return members
    }

    private mutating func readMember(_ index: inout Int) throws(ChartError) -> ScriptValue.Member {
        let position = tokens[index].position
        if isSymbol("...", index) {
            index += 1
            return ScriptValue.Member(key: .spread, position: position, value: try readValue(&index))
        }
        skipModifiers(&index)
        let start = index
        let key = try readKey(&index)
        if isSymbol(":", index) {
            index += 1
            return ScriptValue.Member(key: key, position: position, value: try readValue(&index))
        }
        if let method = try readMethod(&index) {
            let value = ScriptValue(content: method, position: position, tokens: start..<index)
            return ScriptValue.Member(key: key, position: position, value: value)
        }
        guard case .name(let name) = key, tokens[start].word == name, tokens[index].endsExpression else {
            throw error(index, "an object member has no value", "a colon and a value")
        }
        let value = ScriptValue(content: .name([name]), position: position, tokens: start..<index)
        return ScriptValue.Member(key: key, position: position, value: value, isShorthand: true)
    }

    /// Skips words such as `async` before the name of a method.
    private func skipModifiers(_ index: inout Int) {
        while ["async", "get", "set"].contains(tokens[index].word), !tokens[index + 1].endsExpression,
            !isSymbol(":", index + 1), !isSymbol("(", index + 1)
        {
            index += 1
        }
        if isSymbol("*", index) { index += 1 }
    }

    private mutating func readKey(_ index: inout Int) throws(ChartError) -> ScriptValue.Member.Key {
        let token = tokens[index]
        switch token.kind {
        case .word(let name), .string(let name):
            index += 1
            return .name(name)
        case .number(let number):
            index += 1
            return .name(number.scriptText)
        case .symbol("["):
            let end = try closing(index)
            index += 1
            var value = try readValue(&index)
            if index != end { value.content = .computed }
            index = end + 1
            return .computed(value)
        case .template, .regularExpression, .symbol, .broken, .end:
            throw error(index, "the name of an object member is missing", "name: value")
        }
    }
}

extension Double {
    /// The number as JavaScript writes it, if it is a whole number.
    var scriptText: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
