extension [SwiftStatement] {
    /// Returns the statements without unreachable code, known conditions and unread variables.
    ///
    /// The statements contain no loops. So a variable keeps its declared value until a statement
    /// changes it.
    ///
    /// - Parameter flags: The variables that are declared with the value `false` or `nil`.
    func simplified(flags: [String]) -> [SwiftStatement] {
        var code = self
        var former: [SwiftStatement]
        // Removing a known condition can make the values of other variables known.
        repeat {
            former = code
            code = code.withoutKnownConditions(of: flags)
        } while code != former
        for flag in flags where !code.reads(flag) { code = code.withoutChanges(of: flag) }
        return code.withoutRepeatedConditions.withNeededBindings
    }

    private func withoutKnownConditions(of flags: [String]) -> [SwiftStatement] {
        var known = FlagValues(unset: flags)
        var code = followed(&known)
        for flag in flags where !known.optionals.contains(flag) {
            // The variable always has a value when it is read.
            code = code.unwrapping(flag)
        }
        for flag in known.optionals.intersection(known.needless) { code = code.numbering(flag) }
        return code
    }

    /// Returns the statements transformed by a function, beginning with inner statements.
    func mapped(_ transform: (SwiftStatement) -> [SwiftStatement]) -> [SwiftStatement] {
        flatMap { transform($0.mappingBodies { $0.mapped(transform) }) }
    }
}

extension SwiftStatement {
    /// Returns the statement with its inner statements transformed by a function.
    func mappingBodies(_ transform: ([SwiftStatement]) -> [SwiftStatement]) -> SwiftStatement {
        switch self {
        case .declare, .assign, .append, .evaluate, .return, .throw, .break: self
        case .closure(let call, let parameter, let body): .closure(call, parameter: parameter, transform(body))
        case .if(let conditions, let body, let otherwise):
            .if(conditions, transform(body), otherwise: transform(otherwise))
        case .defer(let body): .defer(transform(body))
        case .attempt(let body, let otherwise): .attempt(transform(body), otherwise: transform(otherwise))
        case .switch(let subject, let arms): .switch(subject, arms.map { $0.mappingBody(transform) })
        }
    }

    /// Whether the statement has branches but no statement in any of them.
    var isWithoutEffect: Bool {
        switch self {
        case .if, .switch: inner.isEmpty
        case .declare, .assign, .append, .evaluate, .closure, .return, .throw, .break, .defer, .attempt: false
        }
    }
}
