/// A counter of steps that stops early if a suite gets too large.
struct StepBudget {
    let suite: TraceSuite
    let limit: Int
    private var spent = 0

    init(suite: TraceSuite, limit: Int) {
        self.suite = suite
        self.limit = limit
    }

    mutating func spend(_ steps: Int) throws(SuiteTooLarge) {
        spent += steps
        try check(spent)
    }

    func check(_ steps: Int) throws(SuiteTooLarge) {
        if steps > limit { try fail() }
    }

    func fail() throws(SuiteTooLarge) { throw SuiteTooLarge(suite: suite, stepLimit: limit) }
}
