extension [SwiftCode] {
    /// The statements without those that are never reached, and without variables that are never read or never changed.
    func simplified(flags: [String]) -> [SwiftCode] {
        var code = reached
        while true {
            let before = code
            for flag in flags {
                let isDeclaration = { (line: String) in line.hasPrefix("var \(flag) ") || line.hasPrefix("var \(flag):") }
                let isChange = { (line: String) in line.hasPrefix("\(flag) = ") || line.hasPrefix("\(flag) += ") || line.hasPrefix("\(flag).insert") }
                let lines = code.allLines
                if !lines.contains(where: { $0.hasVariable(flag) && !isDeclaration($0) && !isChange($0) }) {
                    code = code.compactMap { $0.removing { isDeclaration($0) || isChange($0) } }
                } else if !lines.contains(where: isChange), lines.contains(where: isDeclaration) {
                    code = code.flatMap { $0.assuming(notSet: flag) }.compactMap { $0.removing(isDeclaration) }
                }
            }
            code = code.reached
            if code == before { return code }
        }
    }

    /// The statements up to the first one that leaves for good.
    private var reached: [SwiftCode] {
        var result: [SwiftCode] = []
        for statement in self {
            result.append(statement.withReachedStatements)
            if statement.isEnd { break }
        }
        return result
    }

    /// Whether what follows is never reached.
    var isEnd: Bool { contains(where: \.isEnd) }
}

extension SwiftCode {
    fileprivate var isEnd: Bool {
        switch self {
        case .line(let text): text.hasPrefix("return") || text.hasPrefix("throw ")
        case .branch(_, let body, let otherwise): body.isEnd && otherwise.isEnd
        case .choice(_, let arms): arms.allSatisfy(\.body.isEnd)
        }
    }

    fileprivate var withReachedStatements: SwiftCode {
        switch self {
        case .line: self
        case .branch(let condition, let body, let otherwise): .branch(condition, body.simplified(flags: []), otherwise: otherwise.simplified(flags: []))
        case .choice(let subject, let arms):
            .choice(subject, arms.map { Arm(patterns: $0.patterns, body: $0.body.simplified(flags: []), isApart: $0.isApart) })
        }
    }

    /// The statements if a variable always is as it was declared: `false` or `nil`.
    fileprivate func assuming(notSet flag: String) -> [SwiftCode] {
        switch self {
        case .line: return [self]
        case .branch(let condition, let body, let otherwise):
            let body = body.flatMap { $0.assuming(notSet: flag) }
            let otherwise = otherwise.flatMap { $0.assuming(notSet: flag) }
            let parts = condition.split(separator: " && ").map(String.init)
            if parts.contains(where: { [flag, "\(flag) != nil", "let \(flag)"].contains($0) }) { return otherwise }
            guard parts.contains("!\(flag)") else { return [.branch(condition, body, otherwise: otherwise)] }
            let rest = parts.filter { $0 != "!\(flag)" }
            return rest.isEmpty ? body : [.branch(rest.joined(separator: " && "), body, otherwise: otherwise)]
        case .choice(let subject, let arms):
            return [.choice(subject, arms.map {
                Arm(patterns: $0.patterns, body: $0.body.flatMap { $0.assuming(notSet: flag) }, isApart: $0.isApart)
            })]
        }
    }
}
