/// What is wrong with a chart, where, and what was expected there.
package struct ChartError: Error, Sendable, Equatable, CustomStringConvertible {
    package var position: Position
    /// What is there, and why that is wrong.
    package var problem: String
    /// What was expected in its place.
    package var expected: String?

    package init(_ position: Position, _ problem: String, expected: String? = nil) {
        self.position = position
        self.problem = problem
        self.expected = expected
    }

    package var description: String {
        "\(position): \(problem)" + (expected.map { "; expected \($0)" } ?? "")
    }
}
