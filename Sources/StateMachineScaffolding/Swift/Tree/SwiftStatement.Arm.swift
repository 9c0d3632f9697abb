extension SwiftStatement.Arm {
    init(_ pattern: SwiftPattern, _ body: [SwiftStatement]) {
        self.init(patterns: [pattern], body: body)
    }

    func mappingBody(_ transform: ([SwiftStatement]) -> [SwiftStatement]) -> SwiftStatement.Arm {
        .init(patterns: patterns, body: transform(body), isApart: isApart)
    }

    /// Whether a pattern of the arm binds a name.
    fileprivate var binds: Bool { patterns.contains(where: \.binds) }

    fileprivate var rejects: Bool { body == [.rejection] }
}

extension [SwiftStatement.Arm] {
    /// The arms with equal arms merged and rejecting arms at the end.
    var merged: [SwiftStatement.Arm] {
        var merged: [SwiftStatement.Arm] = []
        for arm in self {
            if !arm.binds, let index = merged.firstIndex(where: { $0.body == arm.body && !$0.binds }) {
                merged[index].patterns += arm.patterns
            } else {
                merged.append(arm)
            }
        }
        return merged.filter { !$0.rejects } + merged.filter(\.rejects)
    }

    /// Returns a switch over a value, or only the statements of its arms if they are all equal.
    func choice(of subject: SwiftExpression) -> [SwiftStatement] {
        let merged = merged
        return merged.count == 1 && !merged[0].binds ? merged[0].body : [.switch(subject, merged)]
    }
}
