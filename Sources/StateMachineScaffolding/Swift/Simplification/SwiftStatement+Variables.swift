extension [SwiftStatement] {
    /// Whether a variable is read other than to change it.
    func reads(_ flag: String) -> Bool {
        containsAnywhere { statement in
            if case .assign(.name(flag), _) = statement { return false }
            return statement.uses(flag)
        }
    }

    /// The statements without a variable and all that is there for it alone.
    func withoutChanges(of flag: String) -> [SwiftStatement] {
        mapped { statement in
            switch statement {
            case .declare(let declaration) where declaration.name == flag: []
            case .assign(.name(flag), _): []
            default: statement.isWithoutEffect ? [] : [statement]
            }
        }
    }

    /// The statements with a variable that always has a value where it is read.
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

    /// The statements with a number in place of an optional one; the largest number says that there
    /// is none.
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

    /// The statements with flags in place of indices.
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
    /// A variable for the index of an action, which has none at first.
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
