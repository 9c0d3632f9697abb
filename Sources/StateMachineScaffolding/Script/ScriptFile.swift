/// A TypeScript or JavaScript file with its constants.
struct ScriptFile {
    let tokens: [ScriptToken]
    private let reader: ScriptReader
    private let characters: [Unicode.Scalar]
    /// The first token of the value of each constant that the file declares once.
    private let constants: [String: Int]
    /// The number of tokens that have been read, some of them several times.
    private var tokensRead = 0

    /// The largest number of tokens; constants that use each other can stand for more.
    private static let tokenLimit = 1_000_000

    init(_ text: String) {
        characters = Array(text.unicodeScalars)
        tokens = ScriptTokenizer.tokens(of: characters)
        reader = ScriptReader(tokens)
        constants = Self.constants(reader)
    }

    /// Returns the text between the first and the last token of a value.
    func text(of value: ScriptValue) -> String {
        guard let first = value.tokens.first, let last = value.tokens.last else { return "" }
        let range = tokens[first].range.lowerBound..<tokens[last].range.upperBound
        return String(String.UnicodeScalarView(characters[range]))
    }

    /// Returns the index after the bracket that closes the bracket at an index, if there is one.
    func end(of index: Int) -> Int? { reader.closings[index].map { $0 + 1 } }

    /// The indices of the opening brackets, by those of the closing brackets.
    var openings: [Int: Int] { Dictionary(uniqueKeysWithValues: reader.closings.map { ($1, $0) }) }

    func endOfTypeArguments(_ index: Int) -> Int? { reader.endOfTypeArguments(index) }

    mutating func value(at index: Int) throws(ChartError) -> ScriptValue {
        guard tokensRead < Self.tokenLimit else {
            throw reader.error(index, "the file's constants expand to too much text", "fewer constants")
        }
        var reader = reader
        var end = index
        defer { tokensRead += end - index + 1 }
        return try reader.readValue(&end)
    }

    // MARK: Constants

    private static func constants(_ reader: ScriptReader) -> [String: Int] {
        var found: [String: Int?] = [:]
        for (index, token) in reader.tokens.enumerated().dropLast() {
            guard let keyword = token.word, ["const", "let", "var", "function", "class", "enum"].contains(keyword),
                let name = reader.tokens[index + 1].word
            else { continue }
            // A second declaration is in another scope, which this reader does not distinguish.
            let isKnown = found[name] != nil
            found[name] = .some(isKnown ? nil : valueIndex(of: keyword, after: index + 2, reader))
        }
        return found.compactMapValues(\.self)
    }

    private static func valueIndex(of keyword: String, after index: Int, _ reader: ScriptReader) -> Int? {
        switch keyword {
        case "const":
            var next = index
            if reader.isSymbol(":", next) { try? reader.skipAnnotation(&next) }
            return reader.isSymbol("=", next) ? next + 1 : nil
        case "enum": return reader.isSymbol("{", index) ? index : nil
        default: return nil
        }
    }

    /// Returns the value of a constant of this file; other values stay the same.
    mutating func resolved(_ value: ScriptValue, depth: Int = 0) throws(ChartError) -> ScriptValue {
        guard depth < 20 else { return value }
        switch value.content {
        case .name(let path): return try constant(path, depth) ?? value
        // These functions return their arguments.
        case .call(let path, let arguments)
        where arguments.count == 1 && ["freeze", "createStateConfig"].contains(path.last):
            return try resolved(arguments[0], depth: depth + 1)
        case .object, .array, .string, .number, .bool, .null, .undefined, .call, .function, .spread, .computed:
            return value
        }
    }

    private mutating func constant(_ path: [String], _ depth: Int) throws(ChartError) -> ScriptValue? {
        guard let index = constants[path[0]] else { return nil }
        var result = tokens[index - 2].word == "enum" ? try enumeration(index) : try value(at: index)
        for key in path.dropFirst() {
            result = try resolved(result, depth: depth + 1)
            guard case .object(let members) = result.content,
                let member = members.last(where: { if case .name(key) = $0.key { true } else { false } })
            else { return nil }
            result = member.value
        }
        return try resolved(result, depth: depth + 1)
    }

    /// Reads the body of an `enum`, as an object.
    private mutating func enumeration(_ index: Int) throws(ChartError) -> ScriptValue {
        let end = try reader.closing(index)
        var members: [ScriptValue.Member] = []
        var next = index + 1
        while next < end {
            let token = tokens[next]
            if let name = token.word ?? token.string, tokens[next + 1].isSymbol("=") {
                let value = try value(at: next + 2)
                members.append(ScriptValue.Member(key: .name(name), position: token.position, value: value))
                next = max(next + 1, value.tokens.upperBound)
            } else {
                next += 1
            }
        }
        return ScriptValue(content: .object(members), position: tokens[index].position, tokens: index..<end + 1)
    }
}

extension ScriptToken {
    fileprivate var string: String? { if case .string(let text) = kind { text } else { nil } }
}

extension ScriptReader {
    /// Skips the type of a constant, after which its value follows.
    fileprivate func skipAnnotation(_ index: inout Int) throws(ChartError) {
        while !isSymbol("=", index), !tokens[index].endsExpression {
            if let end = closings[index] {
                index = end + 1
            } else {
                index += 1
            }
        }
    }
}
