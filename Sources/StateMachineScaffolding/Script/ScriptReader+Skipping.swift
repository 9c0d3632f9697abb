/// Functions and types, which are not read.
extension ScriptReader {
    /// Skips the rest of an expression.
    func skipExpression(_ index: inout Int) throws(ChartError) {
        while !tokens[index].endsExpression {
            if case .broken = tokens[index].kind { throw error(index, "", "") }
            if isOpening(index) {
                index = try closing(index) + 1
            } else if isSymbol("<", index), let end = endOfTypeArguments(index), isSymbol("(", end) {
                index = end
            } else {
                index += 1
            }
        }
    }

    private func isOpening(_ index: Int) -> Bool {
        isSymbol("(", index) || isSymbol("[", index) || isSymbol("{", index)
    }

    // MARK: Functions

    /// Reads a function that begins with a word, if one begins here.
    func readFunction(_ word: String, _ index: inout Int) throws(ChartError) -> ScriptValue.Content? {
        var start = index
        if word == "async" { start += 1 }
        if tokens[start].word == "function" { return try readFunctionExpression(start + 1, &index) }
        if word == "async", let body = bodyOfArrow(start) {
            index = body
        } else if tokens[start].word != nil, isSymbol("=>", start + 1) {
            index = start + 2
        } else {
            return nil
        }
        try skipBody(&index)
        return .function(nil)
    }

    private func readFunctionExpression(_ start: Int, _ index: inout Int) throws(ChartError) -> ScriptValue.Content {
        index = start
        if isSymbol("*", index) { index += 1 }
        let name = tokens[index].word
        if name != nil { index += 1 }
        guard try readMethod(&index) != nil else {
            throw error(index, "the function is not valid", "parameters and a body")
        }
        return .function(name)
    }

    /// Skips the parameters and the body of a function, if they begin here.
    func readMethod(_ index: inout Int) throws(ChartError) -> ScriptValue.Content? {
        var next = endOfTypeArguments(index) ?? index
        guard isSymbol("(", next) else { return nil }
        next = try closing(next) + 1
        if isSymbol(":", next) {
            next += 1
            // The type of the result can be an object: the body is the last pair of braces.
            if isSymbol("{", next) { next = try closing(next) + 1 }
            while !isSymbol("{", next), !tokens[next].endsExpression { next += 1 }
        }
        guard isSymbol("{", next) else { return nil }
        index = try closing(next) + 1
        return .function(nil)
    }

    /// Returns the index of the body of an arrow function whose parameters begin at an index.
    func bodyOfArrow(_ index: Int) -> Int? {
        guard isSymbol("(", index), let end = closings[index] else { return nil }
        var next = end + 1
        guard isSymbol(":", next) else { return isSymbol("=>", next) ? next + 1 : nil }
        while next < tokens.count, !isSymbol("=>", next) {
            if isOpening(next) {
                guard let end = closings[next] else { return nil }
                next = end + 1
            } else if isSymbol("<", next), let end = endOfTypeArguments(next) {
                next = end
            } else if tokens[next].endsExpression {
                return nil
            } else {
                next += 1
            }
        }
        return next < tokens.count ? next + 1 : nil
    }

    func skipBody(_ index: inout Int) throws(ChartError) {
        guard isSymbol("{", index) else { return try skipExpression(&index) }
        index = try closing(index) + 1
    }

    // MARK: Types

    /// Skips a type after `as` or `satisfies`.
    func skipType(_ index: inout Int) throws(ChartError) {
        while !tokens[index].endsExpression, tokens[index].word != "as", tokens[index].word != "satisfies" {
            if isOpening(index) {
                index = try closing(index) + 1
            } else if isSymbol("<", index), let end = endOfTypeArguments(index) {
                index = end
            } else {
                index += 1
            }
        }
    }

    /// Returns the index after type arguments that begin at an index; `nil` if none begin there.
    func endOfTypeArguments(_ index: Int) -> Int? { isSymbol("<", index) ? closings[index].map { $0 + 1 } : nil }
}
