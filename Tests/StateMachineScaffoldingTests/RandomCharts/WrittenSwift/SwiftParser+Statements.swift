extension SwiftParser {
    mutating func block() throws -> [Syntax.Statement] {
        try expect("{")
        var body: [Syntax.Statement] = []
        while !take("}") { body.append(try statement()) }
        return body
    }

    mutating func statement() throws -> Syntax.Statement {
        guard let keyword = tokens.first else { throw problem("a statement is expected") }
        switch keyword.text {
        case "switch":
            tokens.removeFirst()
            let subject = try expression()
            try expect("{")
            var arms: [(patterns: [Syntax.Pattern], body: [Syntax.Statement])] = []
            while !take("}") {
                try expect("case")
                let patterns = try elements(until: ":") { try $0.pattern() }
                var body: [Syntax.Statement] = []
                while let text = next, text != "case", text != "}" { body.append(try statement()) }
                guard !body.isEmpty else { throw problem("an arm is empty") }
                arms.append((patterns, body))
            }
            return .choice(subject, arms)
        case "if":
            tokens.removeFirst()
            let conditions = try elements(until: "{") { try $0.condition() }
            tokens = [Syntax.Token(text: "{", isFirst: false)] + tokens
            let body = try block()
            guard take("else") else { return .branch(conditions, body, otherwise: []) }
            return .branch(conditions, body, otherwise: next == "if" ? [try statement()] : try block())
        case "guard":
            tokens.removeFirst()
            let conditions = try elements(until: "else") { try $0.condition() }
            return .branch(conditions, [], otherwise: try block())
        case "while":
            tokens.removeFirst()
            let conditions = try elements(until: "{") { try $0.condition() }
            tokens = [Syntax.Token(text: "{", isFirst: false)] + tokens
            return .loop(conditions, try block())
        case "let", "var":
            tokens.removeFirst()
            let name = try word()
            let type = take(":") ? try typeName() : nil
            let initial = take("=") ? try expression() : nil
            return .variable(name, isMutable: keyword.text == "var", type: type, initial)
        case "defer":
            tokens.removeFirst()
            return .atEnd(try block())
        case "do":
            tokens.removeFirst()
            let body = try block()
            try expect("catch")
            return .attempt(body, otherwise: try block())
        case "throw":
            tokens.removeFirst(3)
            return .invalid
        case "return":
            tokens.removeFirst()
            let isAlone = tokens.first?.isFirst == true || next == "}"
            return .result(isAlone ? nil : try expression())
        case "break":
            tokens.removeFirst()
            return .exit
        case "continue":
            tokens.removeFirst()
            return .again
        case "try" where tokens.prefix(4).map(\.text) == ["try", "Regions", ".", "offer"]:
            tokens.removeFirst(4)
            // How the reasons of the regions become one does not matter here.
            if take("(") { while !take(")") { tokens.removeFirst() } }
            try expect("{")
            tokens.removeFirst(2)
            var offers: [Syntax.Expression] = []
            while !take("}") {
                for text in ["offer", "(", "event", ",", "to", ":", "&"] { try expect(text) }
                offers.append(try expression())
                while !take(")") { tokens.removeFirst() }
            }
            return .offers(offers)
        default:
            let first = try expression()
            if take("=") { return .assignment(first, adds: false, try expression()) }
            if take("+=") { return .assignment(first, adds: true, try expression()) }
            return .expression(first)
        }
    }

    mutating func condition() throws -> Syntax.Condition {
        if take("let") {
            let name = try word()
            return .unwrapping(name, take("=") ? try expression() : .name(name))
        }
        guard take("case") else { return .expression(try expression()) }
        let pattern = try pattern()
        try expect("=")
        return .matching(pattern, try expression())
    }

    mutating func binding() throws -> Syntax.Pattern {
        let keyword = try word()
        return .binding(try word(), isMutable: keyword == "var")
    }

    mutating func pattern() throws -> Syntax.Pattern {
        if take("nil") { return .nothing }
        if take("(") { return .tuple(try elements(until: ")") { try $0.pattern() }) }
        if take("_") { return .wildcard }
        if next == "let" || next == "var" { return try binding() }
        try expect(".")
        let name = try word()
        return .element(name, take("(") ? try elements(until: ")") { try $0.pattern() } : [])
    }
}
