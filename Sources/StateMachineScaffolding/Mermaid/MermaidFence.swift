/// The Markdown fence around a diagram, if it was pasted with the diagram.
struct MermaidFence {
    private var mark: Substring?
    private var position = Position(line: 1, column: 1)
    private var isClosed = false

    /// Returns whether a line belongs to the fence and not to the diagram.
    mutating func takes(_ line: Substring, at position: Position, isInside: Bool) throws(ChartError) -> Bool {
        if isClosed {
            guard line.isEmpty else {
                throw ChartError(position, "text follows the closing code fence", expected: "one diagram in the file")
            }
            return true
        }
        guard line.hasPrefix("```") else { return false }
        if let mark {
            // CommonMark 4.5: the closing fence is at least as long as the opening fence, and
            // nothing follows it.
            isClosed = line.count >= mark.count && line.allSatisfy { $0 == "`" }
        } else {
            mark = line.prefix { $0 == "`" }
            self.position = position
        }
        guard isClosed || !isInside else {
            throw ChartError(
                position,
                "a code fence is inside the diagram",
                expected: "a fence around the whole diagram"
            )
        }
        return true
    }

    func end() throws(ChartError) {
        guard let mark, !isClosed else { return }
        throw ChartError(position, "the code fence is not closed", expected: String(mark))
    }
}
