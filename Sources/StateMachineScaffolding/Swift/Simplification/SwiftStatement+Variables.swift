extension [SwiftStatement] {
    /// Returns whether a variable is read for another purpose than to change it.
    func reads(_ flag: String) -> Bool {
        containsAnywhere { statement in
            if case .assign(.name(flag), _) = statement { return false }
            return statement.uses(flag)
        }
    }

    /// Returns the statements without a variable and without the code that only concerns it.
    func withoutChanges(of flag: String) -> [SwiftStatement] {
        mapped { statement in
            switch statement {
            case .declare(let declaration) where declaration.name == flag: []
            case .assign(.name(flag), _): []
            default: statement.isWithoutEffect ? [] : [statement]
            }
        }
    }

    /// Returns the statements with an optional variable made non-optional.
    func unwrapping(_ flag: String) -> [SwiftStatement] {
        mapped { statement in
            switch statement {
            case .declare(.index(flag)): return [.declare(.init(kind: .constant, name: flag, type: .simple("Int")))]
            case .if(let conditions, let body, let otherwise):
                let rest = conditions.filter { $0 != .binds(flag) }
                return rest.isEmpty ? body : [.if(rest, body, otherwise: otherwise)]
            default: return [statement]
            }
        }
    }

    /// Returns the statements with a number instead of an optional number.
    ///
    /// The largest number stands for `nil`.
    func numbering(_ flag: String) -> [SwiftStatement] {
        mapped { statement in
            switch statement {
            case .declare(.index(flag)): [.variable(flag, value: .member(.name("Int"), "max"))]
            case .assign(.name(flag), .coalescing(_, let other)):
                [.assign(.name(flag), .call(.name("min"), with: .name(flag), other))]
            case .if(let conditions, let body, let otherwise):
                [.if(conditions.map { $0.numbering(flag) }, body, otherwise: otherwise)]
            default: [statement]
            }
        }
    }

    /// Returns the statements with flags instead of indices.
    ///
    /// - Parameter flags: The flag for each variable with an index.
    func replacingIndices(with flags: [String: String]) -> [SwiftStatement] {
        mapped { statement in
            switch statement {
            case .declare(let declaration):
                [flags[declaration.name].map { .variable($0, value: .bool(false)) } ?? statement]
            case .assign(.name(let name), _): [flags[name].map { .set($0) } ?? statement]
            case .if(let conditions, let body, let otherwise):
                [.if(conditions.map { $0.replacingIndices(with: flags) }, body, otherwise: otherwise)]
            default: [statement]
            }
        }
    }
}

extension SwiftStatement.Declaration {
    /// Returns a variable for the index of an action, which is `nil` at first.
    static func index(_ name: String) -> SwiftStatement.Declaration {
        SwiftStatement.Declaration(kind: .variable, name: name, type: .optional("Int"))
    }
}

extension SwiftCondition {
    fileprivate func numbering(_ flag: String) -> SwiftCondition {
        guard self == .binds(flag) || self == .isSet(flag) else { return self }
        return .holds(.operation(.notEqual, [.name(flag), .member(nil, "max")]))
    }

    fileprivate func replacingIndices(with flags: [String: String]) -> SwiftCondition {
        guard let flag, let name = flags[flag.name] else { return self }
        return .holds(.name(name))
    }
}
