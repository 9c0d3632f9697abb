/// An error for a suite that needs more steps than the limit allows.
struct SuiteTooLarge: Error {
    let suite: TraceSuite
    let stepLimit: Int
}
