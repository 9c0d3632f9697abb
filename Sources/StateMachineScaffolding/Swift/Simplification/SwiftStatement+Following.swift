extension [SwiftStatement] {
    /// Returns the reachable statements without known conditions, and updates the known values.
    func followed(_ known: inout FlagValues) -> [SwiftStatement] {
        var result: [SwiftStatement] = []
        for statement in self {
            let followed = statement.followed(&known)
            result += followed
            if followed.isEnd { return result }
        }
        return result
    }
}

extension SwiftStatement {
    fileprivate func followed(_ known: inout FlagValues) -> [SwiftStatement] {
        switch self {
        case .assign(.name(let flag), let value):
            guard let former = known.values[flag] else { return [self] }
            known.values[flag] = value == .bool(false) ? .unset : .set
            if former == .unknown, case .coalescing = value { known.optionals.insert(flag) }
            return Self.change(of: flag, from: former, to: value)
        case .if(let conditions, let body, let otherwise):
            guard let open = Self.open(conditions, knowing: &known) else { return otherwise.followed(&known) }
            if open.isEmpty { return body.followed(&known) }
            return SwiftStatement.if(open, body, otherwise: otherwise).followingWays(&known)
        case .switch: return followingWays(&known)
        case .declare, .assign, .append, .evaluate, .closure, .return, .throw, .break, .defer, .attempt: return [self]
        }
    }

    /// Returns the remaining statements of a change of a flag.
    private static func change(
        of flag: String,
        from former: FlagValues.Value,
        to value: SwiftExpression
    ) -> [SwiftStatement] {
        switch (former, value) {
        case (.unset, .bool(false)), (.set, .bool(true)), (.set, .coalescing): []
        case (.unset, .coalescing(_, let other)): [.assign(.name(flag), other)]
        default: [.assign(.name(flag), value)]
        }
    }

    /// Returns the conditions that are still open; `nil` if one is known to be false.
    private static func open(_ conditions: [SwiftCondition], knowing known: inout FlagValues) -> [SwiftCondition]? {
        var open: [SwiftCondition] = []
        for condition in conditions {
            guard let flag = condition.flag, let value = known.values[flag.name], value != .unknown else {
                if let flag = condition.flag { known.optionals.insert(flag.name) }
                open.append(condition)
                continue
            }
            if (value == .set) == flag.isNegated { return nil }
            if condition == .binds(flag.name) {
                open.append(condition)
                known.needless.insert(flag.name)
            }
        }
        return open
    }

    /// Returns the statement after following each of its branches.
    private func followingWays(_ known: inout FlagValues) -> [SwiftStatement] {
        var ends: [(known: FlagValues, isEnd: Bool)] = []
        let before = known
        let statement = mappingBodies { body in
            var known = before
            let followed = body.followed(&known)
            ends.append((known, followed.isEnd))
            return followed
        }
        known.join(ends)
        return statement.isWithoutEffect ? [] : [statement]
    }
}
