/// A law that does not hold, with what was observed.
struct BrokenLaw: Hashable, Sendable {
    let law: MachineLaw
    let detail: String

    init(_ law: MachineLaw, _ detail: String) {
        self.law = law
        self.detail = detail
    }
}
