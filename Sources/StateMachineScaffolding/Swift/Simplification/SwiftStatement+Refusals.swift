// The reasons of rejections. A guard that does not hold is the reason why an event is rejected, as
// long as no other guard was tried before it.

extension [SwiftStatement] {
    /// Returns the statements with a reason in each rejection that one guard alone decides.
    ///
    /// For a guard `inStock` that does not hold, the reason is `notInStock`. If several guards are
    /// tried in turn and none of them holds, the rejection has no reason of its own.
    ///
    /// - Parameter guards: The names of the guards.
    func namingRefusals(by guards: Set<String>) -> [SwiftStatement] {
        var isFirst = true
        return map { statement in
            guard isFirst else { return statement }
            if case .if(let conditions, let body, let otherwise) = statement, conditions.read(guards) {
                isFirst = body == [.rejection] || otherwise == [.rejection]
            } else {
                isFirst = !statement.inner.containsAnywhere { $0.expressions.contains { $0.reads(guards) } }
            }
            return statement.namingRefusals(by: guards)
        }
    }

    /// The statements whose offers to regions keep the reason of the first region that has one.
    var offeringRefusals: [SwiftStatement] {
        mapped { statement in
            switch statement {
            case .closure(.offerToRegions, let parameter, let body):
                let first = SwiftExpression.name("{ $0.first { $0 != .invalid } ?? Refusal.invalid }")
                return [.closure(.offerToRegions(rejectedAs: first), parameter: parameter, body)]
            case .evaluate(.call(.offer, let arguments)):
                let kept = SwiftExpression.Argument(label: "rejectedAs", value: .name("{ $0 }"))
                return [.evaluate(.call(.offer, arguments + [kept]))]
            case _: return [statement]
            }
        }
    }

    /// The reasons in the statements, except for `invalid`, each of them once.
    var refusals: [String] {
        var found: Set<String> = []
        return all.compactMap { statement in
            guard statement != .rejection, case .throw(.member(nil, let name)) = statement else { return nil }
            return found.insert(name).inserted ? name : nil
        }
    }
}

extension SwiftStatement {
    fileprivate func namingRefusals(by guards: Set<String>) -> SwiftStatement {
        // An inner state has tried its guards before.
        if case .attempt(let body, let otherwise) = self {
            return .attempt(body.namingRefusals(by: guards), otherwise: otherwise)
        }
        guard case .if(let conditions, let body, let otherwise) = self, conditions.read(guards) else {
            return mappingBodies { $0.namingRefusals(by: guards) }
        }
        let inside = body.namingRefusals(by: guards)
        guard conditions.count == 1, let (name, isNegated) = conditions[0].flag else {
            return .if(conditions, inside, otherwise: otherwise)
        }
        if body == [.rejection] {
            return .if(conditions, [.refusal(name, holds: !isNegated)], otherwise: otherwise)
        }
        return .if(
            conditions,
            inside,
            otherwise: otherwise == [.rejection] ? [.refusal(name, holds: isNegated)] : otherwise
        )
    }

    private static func refusal(_ name: String, holds: Bool) -> SwiftStatement {
        .throw(.member(nil, holds ? name : negation(of: name)))
    }
}

/// Returns the name of the reason for a guard that does not hold: `isNotOpen` for `isOpen`, and
/// `notInStock` for `inStock`.
func negation(of guardName: String) -> String {
    let rest = guardName.dropFirst(2)
    if guardName.hasPrefix("is"), rest.first?.isUppercase == true { return "isNot\(rest)" }
    return "not\(guardName.prefix(1).uppercased())\(guardName.dropFirst())"
}

extension [SwiftCondition] {
    /// Returns whether one of the conditions reads a guard.
    fileprivate func read(_ guards: Set<String>) -> Bool { contains { $0.expression.reads(guards) } }
}

extension SwiftExpression {
    fileprivate func reads(_ guards: Set<String>) -> Bool {
        contains { if case .name(let name) = $0 { guards.contains(name) } else { false } }
    }
}
