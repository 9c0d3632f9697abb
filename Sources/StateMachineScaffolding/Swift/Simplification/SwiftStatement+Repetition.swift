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
