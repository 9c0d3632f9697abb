/// A printer that writes a Swift syntax tree as text.
struct SwiftPrinter {
    /// The largest number of columns of a joined line.
    static let width = 116

    private(set) var lines: [String] = []
    private var depth: Int

    init(depth: Int = 0) { self.depth = depth }

    private var indent: String { String(repeating: "    ", count: depth) }

    mutating func add(_ statements: [SwiftStatement]) {
        for (index, statement) in statements.enumerated() {
            if index == statements.count - 1, case .if(let conditions, let body, let otherwise) = statement,
                let rejection = otherwise.rejectionText, !body.isEmpty, conditions.allSatisfy(\.isExpression)
            {
                add("guard \(conditions.text) else { \(rejection) }")
                add(body)
            } else {
                add(statement)
            }
        }
    }

    private mutating func add(_ statement: SwiftStatement) {
        switch statement {
        case .if(let conditions, let body, let otherwise): addBranch(conditions, body, otherwise: otherwise)
        case .switch(let subject, let arms):
            add("switch \(subject.text) {")
            for (index, arm) in arms.enumerated() {
                if arm.isApart, index > 0 { lines.append("") }
                add(arm)
            }
            add("}")
        case .closure(let call, let parameter, let body):
            add("\(call.text) { \(parameter) in")
            addInside(body)
            add("}")
        case .attempt(let body, let otherwise):
            add("do {")
            addInside(body)
            add("} catch {")
            addInside(otherwise)
            add("}")
        case .defer(let body):
            if let line = statement.text { return add(line) }
            add("defer {")
            addInside(body)
            add("}")
        case .declare, .assign, .append, .evaluate, .return, .throw, .break: add(statement.text ?? "")
        }
    }

    private mutating func add(_ line: String) { lines.append(indent + line) }

    private mutating func addInside(_ statements: [SwiftStatement]) {
        depth += 1
        add(statements)
        depth -= 1
    }

    // MARK: Conditions

    /// Adds an `if` with its branches.
    ///
    /// - Parameter start: The beginning of the line, which is the end of the previous branch.
    private mutating func addBranch(
        after start: String = "",
        _ conditions: [SwiftCondition],
        _ body: [SwiftStatement],
        otherwise: [SwiftStatement]
    ) {
        if body.isEmpty, !otherwise.isEmpty {
            return addBranch(after: start, conditions.negated, otherwise, otherwise: [])
        }
        if start.isEmpty, otherwise.isEmpty, let rejection = body.rejectionText, let condition = conditions.requirement
        {
            return add("guard \(condition.text) else { \(rejection) }")
        }
        add("\(start)if \(conditions.text) {")
        addInside(body)
        addOtherwise(otherwise)
    }

    /// Adds the `else` branch and the closing brace.
    private mutating func addOtherwise(_ otherwise: [SwiftStatement]) {
        if case .if(let conditions, let body, let rest)? = otherwise.first, otherwise.count == 1 {
            return addBranch(after: "} else ", conditions, body, otherwise: rest)
        }
        if !otherwise.isEmpty {
            add("} else {")
            addInside(otherwise)
        }
        add("}")
    }

    // MARK: Arms

    /// Adds the patterns of an arm, with a short body on the same line.
    private mutating func add(_ arm: SwiftStatement.Arm) {
        var line = indent + "case "
        for (index, pattern) in arm.patterns.enumerated() {
            let text = pattern.text
            if line.count + text.count + 2 > Self.width, index > 0 {
                lines.append(String(line.dropLast()))
                line = indent + "    "
            }
            line += text + (index == arm.patterns.count - 1 ? ":" : ", ")
        }
        let body = arm.body.isEmpty ? [.break] : arm.body
        if body.count == 1, let text = body[0].text, line.count + text.count < Self.width {
            return lines.append(line + " " + text)
        }
        lines.append(line)
        addInside(body)
    }
}

extension [SwiftStatement] {
    /// The only statement as text, if it rejects the event.
    fileprivate var rejectionText: String? { count == 1 && self[0].isRejection ? self[0].text : nil }
}
