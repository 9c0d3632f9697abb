/// An error in a chart, with its position and a way to fix it.
package struct ChartError: Error, Sendable, Equatable, CustomStringConvertible {
    package var position: Position
    /// A description of the problem.
    package var problem: String
    /// A description of the expected text.
    package var expected: String?
    /// An instruction that fixes the problem.
    package var fix: String?
    /// A description of the statement as the reader understood it.
    package var understood: String?
    /// A line to write instead of the line with the problem.
    package var instead: String?
    /// The further errors of the same file, in the order of their positions.
    package var others: [ChartError] = []

    package init(
        _ position: Position,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil,
        instead: String? = nil
    ) {
        self.position = position
        self.problem = problem
        self.expected = expected
        self.fix = fix
        self.instead = instead
    }

    /// The message of this error, without the further errors.
    package var message: String {
        "\(position): \(problem)" + (expected.map { "; expected \($0)" } ?? "") + (fix.map { "; \($0)" } ?? "")
            + (understood.map { "\n    understood: \($0)" } ?? "")
            + (instead.map { "\n    write instead: \($0)" } ?? "")
    }

    /// This error and the further errors of the same file, each without further errors.
    package var all: [ChartError] {
        var first = self
        first.others = []
        return [first] + others
    }

    /// The largest number of errors that a message contains.
    private static let shownErrors = 20

    /// Returns the messages of all errors, each after the name of the file.
    package func report(of file: String) -> String {
        let shown = all.prefix(Self.shownErrors).map { "\(file): \($0.message)" }
        let rest = others.count + 1 - shown.count
        return (shown + (rest > 0 ? ["\(file): \(rest) more error\(rest == 1 ? "" : "s")"] : [])).joined(
            separator: "\n"
        )
    }

    package var description: String { all.map(\.message).joined(separator: "\n") }
}
