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
