/// Statements of Swift, so that equal ones can be written once.
indirect enum SwiftCode: Hashable, Sendable {
    struct Arm: Hashable, Sendable {
        var patterns: [String]
        var body: [SwiftCode]
        /// Whether an empty line comes first.
        var isApart = false
    }

    case line(String)
    case branch(String, [SwiftCode], otherwise: [SwiftCode])
    case choice(String, [Arm])
    /// A call with a closure.
    case closure(String, [SwiftCode])

    /// Every line, without indentation.
    var lines: [String] {
        switch self {
        case .line(let text): [text]
        case .branch(let condition, let body, let otherwise): [condition] + body.allLines + otherwise.allLines
        case .choice(let subject, let arms): [subject] + arms.flatMap(\.body.allLines)
        case .closure(let call, let body): [call] + body.allLines
        }
    }

    /// What is left without some lines; a branch without any statement goes, too.
    func removing(_ isRemoved: (String) -> Bool) -> SwiftCode? {
        switch self {
        case .line(let text): return isRemoved(text) ? nil : self
        case .branch(let condition, let body, let otherwise):
            let body = body.compactMap { $0.removing(isRemoved) }
            let otherwise = otherwise.compactMap { $0.removing(isRemoved) }
            return body.isEmpty && otherwise.isEmpty ? nil : .branch(condition, body, otherwise: otherwise)
        case .choice(let subject, let arms):
            let arms = arms.map {
                Arm(patterns: $0.patterns, body: $0.body.compactMap { $0.removing(isRemoved) }, isApart: $0.isApart)
            }
            return arms.allSatisfy(\.body.isEmpty) ? nil : .choice(subject, arms)
        case .closure: return self
        }
    }

    /// The statements with each line, and each condition, as a function makes it.
    func replacingLines(_ replace: (String) -> String) -> SwiftCode {
        switch self {
        case .line(let text): .line(replace(text))
        case .closure(let call, let body): .closure(replace(call), body.map { $0.replacingLines(replace) })
        case .branch(let condition, let body, let otherwise):
            .branch(
                replace(condition),
                body.map { $0.replacingLines(replace) },
                otherwise: otherwise.map { $0.replacingLines(replace) }
            )
        case .choice(let subject, let arms):
            .choice(
                subject,
                arms.map { arm in
                    Arm(patterns: arm.patterns, body: arm.body.map { $0.replacingLines(replace) }, isApart: arm.isApart)
                }
            )
        }
    }

    /// The statements as text.
    static func text(_ code: [SwiftCode], depth: Int) -> [String] {
        code.flatMap { $0.text(depth: depth) }
    }

    private func text(depth: Int) -> [String] {
        let indent = String(repeating: "    ", count: depth)
        switch self {
        case .line(let text): return [indent + text]
        case .closure(let call, let body):
            return ["\(indent)\(call)"] + Self.text(body, depth: depth + 1) + ["\(indent)}"]
        case .branch(let condition, let body, let otherwise):
            if body.isEmpty {
                return SwiftCode.branch(condition.negated, otherwise, otherwise: []).text(depth: depth)
            }
            if body == [.line("throw .invalid")], otherwise.isEmpty, condition.hasPrefix("!"), !condition.contains(" ")
            {
                return ["\(indent)guard \(condition.dropFirst()) else { throw .invalid }"]
            }
            var lines = ["\(indent)if \(condition) {"] + Self.text(body, depth: depth + 1)
            if case .branch? = otherwise.first, otherwise.count == 1 {
                var rest = otherwise[0].text(depth: depth)
                rest[0] = "\(indent)} else " + rest[0].dropFirst(indent.count)
                return lines + rest
            }
            if !otherwise.isEmpty { lines += ["\(indent)} else {"] + Self.text(otherwise, depth: depth + 1) }
            return lines + ["\(indent)}"]
        case .choice(let subject, let arms):
            let body = arms.enumerated().flatMap { offset, arm in
                (arm.isApart && offset > 0 ? [""] : []) + arm.text(depth: depth)
            }
            return ["\(indent)switch \(subject) {"] + body + ["\(indent)}"]
        }
    }

    static let width = 116
}

extension String {
    /// The condition that is met where this one is not.
    fileprivate var negated: String {
        let name = drop { $0 == "!" }
        let isOne = name.allSatisfy { $0.isLetter || $0.isNumber || "_.`".contains($0) }
        guard isOne else { return "!(\(self))" }
        return hasPrefix("!") ? String(dropFirst()) : "!" + self
    }
}

extension SwiftCode.Arm {
    fileprivate func text(depth: Int) -> [String] {
        let indent = String(repeating: "    ", count: depth)
        var lines: [String] = []
        var line = indent + "case "
        for (index, pattern) in patterns.enumerated() {
            let isLast = index == patterns.count - 1
            if line.count + pattern.count + 2 > SwiftCode.width, index > 0 {
                lines.append(String(line.dropLast()))
                line = indent + "    "
            }
            line += pattern + (isLast ? ":" : ", ")
        }
        lines.append(line)
        let body = self.body.isEmpty ? [.line("break")] : self.body
        if body.count == 1, case .line(let text) = body[0], line.count + text.count < SwiftCode.width {
            lines[lines.count - 1] += " " + text
            return lines
        }
        return lines + SwiftCode.text(body, depth: depth + 1)
    }
}
