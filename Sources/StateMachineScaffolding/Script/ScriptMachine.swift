/// A call in a file that creates an XState machine.
struct ScriptMachine {
    /// The name of the variable, the member or the function that contains the machine.
    var name: String?
    /// The index of the first token of the configuration.
    var configuration: Int
    /// The index of the first token of the argument of `setup`.
    var setup: Int?
    var position: Position
    /// The function that creates the machine.
    var function: String
    /// Whether the call is inside the configuration of another machine.
    var isInner = false
}

extension ScriptFile {
    /// Finds the machines in the file.
    mutating func machines() -> [ScriptMachine] {
        let openings = openings
        var machines: [ScriptMachine] = []
        var names = NamesAround()
        var end = 0
        for index in tokens.indices {
            names.pass(tokens, index)
            guard var machine = machine(at: index, openings) else { continue }
            machine.name = names.name(before: index, tokens)
            machine.isInner = machine.configuration < end
            machines.append(machine)
            end = max(end, self.end(of: machine.configuration - 1) ?? 0)
        }
        return machines
    }

    private mutating func machine(at index: Int, _ openings: [Int: Int]) -> ScriptMachine? {
        guard let function = tokens[index].word, ["createMachine", "Machine"].contains(function) else { return nil }
        let isMember = index > 0 && tokens[index - 1].isSymbol(".")
        guard function == "createMachine" || !isMember else { return nil }
        if index > 0, let word = tokens[index - 1].word, ["function", "class", "new", "interface"].contains(word) {
            return nil
        }
        let open = endOfTypeArguments(index + 1) ?? index + 1
        guard open + 1 < tokens.count, tokens[open].isSymbol("("), canBeConfiguration(open + 1) else { return nil }
        return ScriptMachine(
            configuration: open + 1,
            setup: isMember ? openings[index - 2].flatMap { setup(at: $0) } : nil,
            position: tokens[index].position,
            function: function
        )
    }

    private mutating func canBeConfiguration(_ index: Int) -> Bool {
        if tokens[index].isSymbol("{") || tokens[index].isSymbol("<") || tokens[index].isSymbol("(") { return true }
        guard tokens[index].word != nil, let value = try? value(at: index),
            case .object? = try? resolved(value).content
        else { return false }
        return true
    }

    /// Returns the index of the argument of `setup`, if its bracket opens at an index.
    private func setup(at open: Int) -> Int? { open > 0 && tokens[open - 1].word == "setup" ? open + 1 : nil }
}

/// The names of the declarations around a place in a file.
private struct NamesAround {
    /// The last declared name inside each open bracket, and the name around the bracket.
    private var names: [(inner: String?, outer: String?)] = [(nil, nil)]

    mutating func pass(_ tokens: [ScriptToken], _ index: Int) {
        switch tokens[index].kind {
        case .symbol("("), .symbol("["), .symbol("{"): names.append((nil, name))
        case .symbol(")"), .symbol("]"), .symbol("}"): if names.count > 1 { names.removeLast() }
        case .symbol(";"), .word("return"), .word("export"), .word("import"): names[names.count - 1].inner = nil
        case .word("const"), .word("let"), .word("var"), .word("function"):
            names[names.count - 1].inner = index + 1 < tokens.count ? tokens[index + 1].word : nil
        case .word, .string, .number, .template, .regularExpression, .symbol, .broken, .end: break
        }
    }

    private var name: String? { names.last.flatMap { $0.inner ?? $0.outer } }

    /// Returns the name that a value at an index has: the name of a member or a variable directly
    /// before it, or else of the innermost declaration around it.
    func name(before index: Int, _ tokens: [ScriptToken]) -> String? {
        if index > 1, tokens[index - 1].isSymbol(":") || tokens[index - 1].isSymbol("="),
            let word = tokens[index - 2].word
        {
            return word
        }
        return name
    }
}
