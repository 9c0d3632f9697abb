/// An error in a chart, with its position and a way to fix it.
package struct ChartError: Error, Sendable, Equatable, CustomStringConvertible {
    package var position: Position
    /// A description of the problem.
    package var problem: String
    /// A description of the expected text.
    package var expected: String?
    /// An instruction that fixes the problem.
    package var fix: String?

    package init(_ position: Position, _ problem: String, expected: String? = nil, fix: String? = nil) {
        self.position = position
        self.problem = problem
        self.expected = expected
        self.fix = fix
    }

    package var description: String {
        "\(position): \(problem)" + (expected.map { "; expected \($0)" } ?? "") + (fix.map { "; \($0)" } ?? "")
    }
}
