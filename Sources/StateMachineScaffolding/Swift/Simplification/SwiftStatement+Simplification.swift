extension [SwiftStatement] {
    /// The statements without those that are never reached, without conditions that are known, and
    /// without variables that nothing reads.
    ///
    /// There are no loops in them, so that a variable is as it was declared until it is changed in
    /// a statement before.
    ///
    /// - Parameter flags: The variables that are declared as `false` or without a value.
    func simplified(flags: [String]) -> [SwiftStatement] {
        var code = self
        var former: [SwiftStatement]
        // What was inside a condition that is known is not any more, and says more of other
        // variables.
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
            // Where it is read, it has a value.
            code = code.unwrapping(flag)
        }
        for flag in known.optionals.intersection(known.needless) { code = code.numbering(flag) }
        return code
    }

    /// The statements as a function makes them, inner ones first.
    func mapped(_ transform: (SwiftStatement) -> [SwiftStatement]) -> [SwiftStatement] {
        flatMap { transform($0.mappingBodies { $0.mapped(transform) }) }
    }
}

extension SwiftStatement {
    /// The statement with the statements inside it as a function makes them.
    func mappingBodies(_ transform: ([SwiftStatement]) -> [SwiftStatement]) -> SwiftStatement {
        switch self {
        case .declare, .assign, .append, .evaluate, .return, .throw, .break: self
        case .closure(let call, let parameter, let body): .closure(call, parameter: parameter, transform(body))
        case .if(let conditions, let body, let otherwise):
            .if(conditions, transform(body), otherwise: transform(otherwise))
        case .switch(let subject, let arms): .switch(subject, arms.map { $0.mappingBody(transform) })
        }
    }

    /// Whether it has ways, and no statement in any of them.
    var isWithoutEffect: Bool {
        switch self {
        case .if, .switch: inner.isEmpty
        case .declare, .assign, .append, .evaluate, .closure, .return, .throw, .break: false
        }
    }
}
