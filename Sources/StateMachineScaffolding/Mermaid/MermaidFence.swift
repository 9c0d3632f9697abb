/// The fence of Markdown around a diagram that was pasted with it.
struct MermaidFence {
    private var mark: Substring?
    private var position = Position(line: 1, column: 1)
    private var isClosed = false

    /// Whether a line belongs to the fence and says nothing of the diagram.
    mutating func takes(_ line: Substring, at position: Position, isInside: Bool) throws(ChartError) -> Bool {
        if isClosed {
            guard line.isEmpty else {
                throw ChartError(position, "something follows the fence", expected: "one diagram")
            }
            return true
        }
        guard line.hasPrefix("```") else { return false }
        if let mark {
            // CommonMark 4.5: the end is at least as long as the beginning, and nothing follows it.
            isClosed = line.count >= mark.count && line.allSatisfy { $0 == "`" }
        } else {
            mark = line.prefix { $0 == "`" }
            self.position = position
        }
        guard isClosed || !isInside else {
            throw ChartError(position, "a fence stands inside the diagram", expected: "it around the diagram")
        }
        return true
    }

    func end() throws(ChartError) {
        guard let mark, !isClosed else { return }
        throw ChartError(position, "the fence is not closed", expected: String(mark))
    }
}
