/// Template literals.
extension ScriptTokenizer {
    mutating func readTemplate() -> ScriptToken.Kind {
        let rest = self
        guard !isUnclosed, let text = readTemplateText() else {
            // The text of an element in JSX can contain the character.
            self = rest
            isUnclosed = true
            advance()
            return .broken(problem: "the template literal is not closed", expected: "a backtick")
        }
        return .template(text)
    }

    /// Reads a template literal, in which an expression can contain further template literals.
    ///
    /// - Returns: The text, or a `nil` text if it contains an expression; `nil` without an end.
    private mutating func readTemplateText() -> String?? {
        var units: [UInt16] = []
        var hasExpression = false
        // The numbers of open braces in the expressions around this place.
        var braces: [Int] = []
        var isText = true
        advance()
        while let scalar = next {
            switch (isText, scalar) {
            case (true, "`"):
                advance()
                if braces.isEmpty { return .some(hasExpression ? nil : String(decoding: units, as: UTF16.self)) }
                isText = false
            case (true, "$") where peek(1) == "{":
                advance(2)
                (hasExpression, isText) = (true, false)
                braces.append(0)
            case (true, "\\"):
                advance()
                units += readEscape() ?? []
            case (true, _):
                units += Array(String(scalar).utf16)
                advance()
            case (false, "}") where braces.last == 0:
                advance()
                braces.removeLast()
                isText = true
            case (false, _):
                let change = scalar == "{" ? 1 : scalar == "}" ? -1 : 0
                if let last = braces.indices.last { braces[last] += change }
                isText = scalar == "`"
                if scalar == "\"" || scalar == "'" { _ = readString(scalar) } else { advance() }
            }
        }
        return nil
    }
}
