/// A note about a statement of a diagram that can be understood in more than one way.
package struct ChartNote: Sendable, Equatable {
    package var position: Position

    /// A description of the chosen meaning.
    package var meaning: String

    /// What to write for this meaning, or for another one.
    package var advice: String?

    package init(_ position: Position, _ meaning: String, advice: String? = nil) {
        (self.position, self.meaning, self.advice) = (position, meaning, advice)
    }

    package var description: String {
        "note: line \(position.line): \(meaning)" + (advice.map { ". \($0)" } ?? "")
    }
}
