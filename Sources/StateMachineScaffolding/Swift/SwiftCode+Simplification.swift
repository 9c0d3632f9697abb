extension [SwiftCode] {
    /// The statements without those that are never reached, without conditions that are known, and
    /// without variables that nothing reads.
    ///
    /// There are no loops in them, so that a variable is as it was declared until it is changed in
    /// a line before.
    func simplified(flags: [String]) -> [SwiftCode] {
        var code = self
        var former: [SwiftCode]
        // What was inside a condition that is known is not any more, and says more of other
        // variables.
        repeat {
            former = code
            var known = FlagValues(values: Dictionary(flags.map { ($0, .unset) }) { first, _ in first })
            code = code.followed(&known).code
            for flag in flags where !known.optionals.contains(flag) {
                // Where it is read, it has a value.
                code = code.flatMap { $0.unwrapping(flag) }
            }
            for flag in known.optionals.intersection(known.needless) {
                code = code.map { $0.replacingLines { $0.withNumber(flag) } }
            }
        } while code != former
        for flag in flags {
            let isDeclaration = { (line: String) in
                ["var \(flag) ", "var \(flag):", "let \(flag):"].contains { line.hasPrefix($0) }
            }
            let isChange = { (line: String) in line.hasPrefix("\(flag) = ") }
            if !code.allLines.contains(where: { $0.hasVariable(flag) && !isDeclaration($0) && !isChange($0) }) {
                code = code.compactMap { $0.removing { isDeclaration($0) || isChange($0) } }
            }
        }
        return code.map { $0.withoutRepeatedConditions.withNeededBindings }
    }

    /// Whether what follows is never reached.
    var isEnd: Bool { contains(where: \.isEnd) }

    private func followed(_ known: inout FlagValues) -> (code: [SwiftCode], isEnd: Bool) {
        var result: [SwiftCode] = []
        for statement in self {
            let followed = statement.followed(&known)
            result += followed
            if followed.isEnd { return (result, true) }
        }
        return (result, false)
    }
}

/// What is known of a variable at some line.
private enum FlagValue {
    /// As it was declared: `false` or `nil`.
    case unset
    case set
    case unknown
}

private struct FlagValues {
    var values: [String: FlagValue]
    /// Those that may have a value or not where they are read.
    var optionals: Set<String> = []
    /// Those that are unwrapped where they have a value, which the compiler sees, too, and warns
    /// of.
    var needless: Set<String> = []

    /// What is known after one of several ways; nothing is known of the variables after those that
    /// end.
    mutating func join(_ others: [FlagValues], isEnd: [Bool]) {
        let open = zip(others, isEnd).filter { !$1 }.map(\.0.values)
        if let first = open.first {
            values = open.dropFirst().reduce(first) { $0.merging($1) { $0 == $1 ? $0 : .unknown } }
        }
        for other in others {
            optionals.formUnion(other.optionals)
            needless.formUnion(other.needless)
        }
    }
}

extension SwiftCode {
    fileprivate var isEnd: Bool {
        switch self {
        case .line(let text): text.hasPrefix("return") || text.hasPrefix("throw ")
        case .branch(_, let body, let otherwise): body.isEnd && otherwise.isEnd
        case .choice(_, let arms): arms.allSatisfy(\.body.isEnd)
        case .closure: false
        }
    }

    /// The statement without conditions that are known; it changes what is known.
    fileprivate func followed(_ known: inout FlagValues) -> [SwiftCode] {
        switch self {
        case .line(let text):
            guard let (flag, value) = known.values.first(where: { text.hasPrefix("\($0.key) = ") }) else {
                return [self]
            }
            if text == "\(flag) = false" {
                known.values[flag] = .unset
                return value == .unset ? [] : [self]
            }
            known.values[flag] = .set
            let fallback = "\(flag) = \(flag) ?? "
            if value == .set, text == "\(flag) = true" || text.hasPrefix(fallback) { return [] }
            if value == .unknown, text.hasPrefix(fallback) { known.optionals.insert(flag) }
            return value == .unset && text.hasPrefix(fallback)
                ? [.line("\(flag) = \(text.dropFirst(fallback.count))")] : [self]
        case .closure: return [self]
        case .branch(let condition, let body, let otherwise):
            return followedBranch(condition, body, otherwise, &known)
        case .choice(let subject, let arms):
            var after: [FlagValues] = []
            let arms = arms.map { arm in
                var inner = known
                let followed = arm.body.reached(&inner)
                after.append(inner)
                return Arm(patterns: arm.patterns, body: followed, isApart: arm.isApart)
            }
            known.join(after, isEnd: arms.map(\.body.isEnd))
            return arms.allSatisfy(\.body.isEmpty) ? [] : [.choice(subject, arms)]
        }
    }

    private func followedBranch(
        _ condition: String,
        _ body: [SwiftCode],
        _ otherwise: [SwiftCode],
        _ known: inout FlagValues
    ) -> [SwiftCode] {
        var parts: [String] = []
        for part in condition.split(separator: " && ").map(String.init) {
            let isNegated = part.hasPrefix("!")
            let isBinding = part.hasPrefix("let ")
            let name = String(part.drop { $0 == "!" }).replacing("let ", with: "").replacing(" != nil", with: "")
            switch known.values[name] {
            case .unset?: if !isNegated { return otherwise.reached(&known) }
            case .set?:
                if isNegated { return otherwise.reached(&known) }
                if isBinding {
                    parts.append(part)
                    known.needless.insert(name)
                }
            case .unknown?, nil:
                known.optionals.insert(name)
                parts.append(part)
            }
        }
        if parts.isEmpty { return body.reached(&known) }
        var (first, second) = (known, known)
        let body = body.reached(&first)
        let rest = otherwise.reached(&second)
        known.join([first, second], isEnd: [body.isEnd, rest.isEnd])
        return body.isEmpty && rest.isEmpty ? [] : [.branch(parts.joined(separator: " && "), body, otherwise: rest)]
    }

    /// The statement without a condition that is asked again at once, where it is true.
    fileprivate var withoutRepeatedConditions: SwiftCode {
        switch self {
        case .line, .closure: return self
        case .branch(let condition, let body, let otherwise):
            var body = body
            while case .branch(condition, let inner, _)? = body.first { body.replaceSubrange(0..<1, with: inner) }
            return .branch(
                condition,
                body.map(\.withoutRepeatedConditions),
                otherwise: otherwise.map(\.withoutRepeatedConditions)
            )
        case .choice(let subject, let arms):
            let arms = arms.map { arm in
                Arm(patterns: arm.patterns, body: arm.body.map(\.withoutRepeatedConditions), isApart: arm.isApart)
            }
            return .choice(subject, arms)
        }
    }

    /// The statement with variables in its patterns only where they are used.
    fileprivate var withNeededBindings: SwiftCode {
        switch self {
        case .line, .closure: return self
        case .branch(let condition, let body, let otherwise):
            return .branch(condition, body.map(\.withNeededBindings), otherwise: otherwise.map(\.withNeededBindings))
        case .choice(let subject, let arms):
            let bound = arms.map { arm in
                let body = arm.body.map(\.withNeededBindings)
                return Arm(patterns: arm.patterns.map { $0.binding(for: body) }, body: body, isApart: arm.isApart)
            }
            return .choice(subject, StepWriter.merge(bound))
        }
    }

    /// The statements with a variable that always has a value where it is read.
    fileprivate func unwrapping(_ flag: String) -> [SwiftCode] {
        switch self {
        case .closure: return [self]
        case .line(let text): return [.line(text == "var \(flag): Int?" ? "let \(flag): Int" : text)]
        case .branch(let condition, let body, let otherwise):
            let body = body.flatMap { $0.unwrapping(flag) }
            let rest = condition.split(separator: " && ").map(String.init).filter { $0 != "let \(flag)" }
            return rest.isEmpty
                ? body
                : [.branch(rest.joined(separator: " && "), body, otherwise: otherwise.flatMap { $0.unwrapping(flag) })]
        case .choice(let subject, let arms):
            return [
                .choice(
                    subject,
                    arms.map { arm in
                        Arm(
                            patterns: arm.patterns,
                            body: arm.body.flatMap { $0.unwrapping(flag) },
                            isApart: arm.isApart
                        )
                    }
                )
            ]
        }
    }
}

extension [SwiftCode] {
    fileprivate func reached(_ known: inout FlagValues) -> [SwiftCode] { followed(&known).code }
}

extension String {
    /// The line with a number in place of an optional one; the largest number says that there is
    /// none.
    fileprivate func withNumber(_ flag: String) -> String {
        if self == "var \(flag): Int?" { return "var \(flag) = Int.max" }
        let fallback = "\(flag) = \(flag) ?? "
        if hasPrefix(fallback) { return "\(flag) = min(\(flag), \(dropFirst(fallback.count)))" }
        let parts = split(separator: " && ").map {
            $0 == "let \(flag)" || $0 == "\(flag) != nil" ? "\(flag) != .max" : $0
        }
        return parts.joined(separator: " && ")
    }

    /// A pattern whose variable is one only if it is changed, and there only if it is used.
    fileprivate func binding(for body: [SwiftCode]) -> String {
        guard let start = firstIndex(of: "("), let end = lastIndex(of: ")"), hasSuffix(")") else { return self }
        let binding = self[index(after: start)..<end]
        let variable = String(binding.dropFirst(4))
        guard binding.hasPrefix("let ") || binding.hasPrefix("var "), !variable.contains(",") else { return self }
        guard body.uses(variable) else { return String(self[..<start]) }
        return "\(self[..<start])(\(body.changes(variable) ? "var" : "let") \(variable))"
    }
}
