/// A violated law, with a description of the observed violation.
struct BrokenLaw: Hashable, Sendable {
    let law: MachineLaw
    let detail: String

    init(_ law: MachineLaw, _ detail: String) {
        self.law = law
        self.detail = detail
    }
}
