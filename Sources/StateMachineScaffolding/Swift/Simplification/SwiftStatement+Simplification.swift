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

extension [SwiftStatement] {
    /// The statements without the rejections and without the code that only leads to them.
    var withoutRejections: [SwiftStatement] {
        mapped { $0 == .rejection || $0.isWithoutEffect ? [] : [$0] }
    }

    /// Returns the statements with another statement instead of each rejection.
    func replacingRejections(with statement: SwiftStatement) -> [SwiftStatement] {
        mapped { $0 == .rejection ? [statement] : [$0] }
    }

    /// The statements of a function that returns whether it has done something.
    ///
    /// The statements return `false` or reach their end.
    var returningTrue: [SwiftStatement] {
        let code = mapped { $0 == .return(nil) ? [.return(.bool(true))] : [$0] }
        return code.isEnd ? code : code + [.return(.bool(true))]
    }
}

extension [SwiftStatement] {
    /// The statements without conditions that only repeat the enclosing condition.
    var withoutRepeatedConditions: [SwiftStatement] {
        map { statement in
            guard case .if(let conditions, var body, let otherwise) = statement else {
                return statement.mappingBodies(\.withoutRepeatedConditions)
            }
            while case .if(conditions, let inner, _)? = body.first { body.replaceSubrange(0..<1, with: inner) }
            return .if(
                conditions,
                body.withoutRepeatedConditions,
                otherwise: otherwise.withoutRepeatedConditions
            )
        }
    }

    /// The statements with only those variables in their patterns that are used.
    var withNeededBindings: [SwiftStatement] {
        mapped { statement in
            guard case .switch(let subject, let arms) = statement else { return [statement] }
            let bound = arms.map { arm in
                var arm = arm
                arm.patterns = arm.patterns.map { $0.bindingWhatIsUsed(in: arm.body) }
                return arm
            }
            return [.switch(subject, bound.merged)]
        }
    }
}

/// The known values of flags and optional variables at a statement.
struct FlagValues {
    enum Value {
        /// The value that the declaration assigns: `false` or `nil`.
        case unset
        case set
        case unknown
    }

    var values: [String: Value]
    /// The variables that may be `nil` when they are read.
    var optionals: Set<String> = []
    /// The variables that are unwrapped where they are known to have a value.
    ///
    /// The compiler would warn about such an unwrapping.
    var needless: Set<String> = []

    init(unset flags: [String]) {
        values = Dictionary(flags.map { ($0, .unset) }) { first, _ in first }
    }

    /// Combines the known values after several branches, except branches that end the function.
    mutating func join(_ ways: [(known: FlagValues, isEnd: Bool)]) {
        let open = ways.filter { !$0.isEnd }.map(\.known.values)
        if let first = open.first {
            values = open.dropFirst().reduce(first) { $0.merging($1) { $0 == $1 ? $0 : .unknown } }
        }
        for way in ways {
            optionals.formUnion(way.known.optionals)
            needless.formUnion(way.known.needless)
        }
    }
}
