/// Reads the declarations of written machines.
struct SwiftParser {
    typealias Syntax = SwiftSyntax
    var tokens: ArraySlice<Syntax.Token>
    private(set) var declarations: [String: Syntax.Declaration] = [:]

    /// Reads the declarations of several files; types are known by the last part of their names.
    static func declarations(in files: some Sequence<String>) throws -> [String: Syntax.Declaration] {
        var parser = SwiftParser(tokens: [])
        for file in files {
            parser.tokens = SwiftSyntax.tokens(file)[...]
            while parser.next != nil { try parser.readDeclaration(in: nil) }
        }
        return parser.declarations
    }

    private init(tokens: [Syntax.Token]) { self.tokens = tokens[...] }

    var next: String? { tokens.first?.text }

    mutating func take(_ text: String) -> Bool {
        guard next == text else { return false }
        tokens.removeFirst()
        return true
    }

    mutating func expect(_ text: String) throws {
        guard take(text) else { throw problem("“\(text)” is expected") }
    }

    mutating func word() throws -> String {
        guard let token = tokens.popFirst() else { throw problem("the file ends") }
        return token.text
    }

    func problem(_ text: String) -> Syntax.Problem {
        Syntax.Problem(text: "\(text) before: " + tokens.prefix(12).map(\.text).joined(separator: " "))
    }

    /// Elements with commas between them, up to a closing bracket.
    mutating func elements<Element>(
        until end: String,
        _ read: (inout SwiftParser) throws -> Element
    ) throws -> [Element] {
        var result: [Element] = []
        while !take(end) {
            result.append(try read(&self))
            if !take(",") {
                try expect(end)
                break
            }
        }
        return result
    }

    // MARK: Declarations

    mutating func readDeclaration(in type: String?) throws {
        var isStatic = false
        let modifiers = ["public", "private", "fileprivate", "internal", "mutating", "static"]
        while let modifier = next, modifiers.contains(modifier) {
            tokens.removeFirst()
            if modifier == "static" { isStatic = true }
            if take("(") { tokens.removeFirst(2) }
        }
        let keyword = try word()
        switch keyword {
        case "import": tokens.removeFirst()
        case "enum", "struct", "extension":
            var name = try word()
            while take(".") { name = try word() }
            while next != "{" { tokens.removeFirst() }
            if declarations[name] == nil { declarations[name] = Syntax.Declaration() }
            try expect("{")
            while !take("}") { try readDeclaration(in: name) }
        case "case":
            repeat {
                let name = try word()
                let payload = take("(") ? try elements(until: ")") { try $0.payload() } : []
                declarations[type ?? "", default: Syntax.Declaration()].cases[name] = payload
            } while take(",")
        case "var":
            let name = try word()
            // Without a type, the value begins with it.
            let result = take(":") ? try typeName() : Syntax.TypeName(name: tokens.dropFirst().first?.text ?? "")
            if next == "{" {
                add(Syntax.Function(result: result, body: try block()), as: name, isStatic, to: type)
            } else {
                let initial = take("=") ? try expression() : nil
                declarations[type ?? ""]?.properties.append((name, result, initial))
            }
        case "init":
            let function = Syntax.Function(parameters: try parameters(), body: try block())
            declarations[type ?? ""]?.initializers.append(function)
        case "func":
            let name = try word()
            var function = Syntax.Function(parameters: try parameters())
            if take("throws") { while !take(")") { tokens.removeFirst() } }
            if take("->") { function.result = try typeName() }
            function.body = try block()
            // The first parameter tells functions of one name apart.
            add(function, as: function.parameters.first.map { "\(name):\($0.name)" } ?? name, isStatic, to: type)
        default: throw problem("“\(keyword)” is not a declaration")
        }
    }

    mutating func add(_ function: Syntax.Function, as name: String, _ isStatic: Bool, to type: String?) {
        if isStatic {
            declarations[type ?? ""]?.staticFunctions[name] = function
        } else {
            declarations[type ?? ""]?.functions[name] = function
        }
    }

    mutating func payload() throws -> Syntax.TypeName {
        guard tokens.dropFirst().first?.text == ":" else { return try typeName() }
        let label = try word()
        try expect(":")
        var type = try typeName()
        type.label = label
        return type
    }

    mutating func typeName() throws -> Syntax.TypeName {
        let opening = next
        if opening == "[" || opening == "(" {
            // A list, or the machine and its actions.
            var depth = 0
            var last = ""
            repeat {
                let text = try word()
                depth += text == "[" || text == "(" ? 1 : text == "]" || text == ")" ? -1 : 0
                if depth > 0 { last = text }
            } while depth > 0
            return Syntax.TypeName(name: opening == "(" ? "" : last + "]", isOptional: take("?"))
        }
        var name = try word()
        while take(".") { name = try word() }
        return Syntax.TypeName(name: name, isOptional: take("?"))
    }

    mutating func parameters() throws -> [Syntax.Parameter] {
        try expect("(")
        return try elements(until: ")") { parser in
            var name = try parser.word()
            if parser.next != ":" { name = try parser.word() }
            try parser.expect(":")
            let isReference = parser.take("inout")
            let type = try parser.typeName()
            return Syntax.Parameter(
                name: name,
                type: type,
                isReference: isReference,
                initial: parser.take("=") ? try parser.expression() : nil
            )
        }
    }
}
