/// A position in a file: a line and a column, both counted from 1.
package struct Position: Sendable, Hashable, Comparable, CustomStringConvertible {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (first: Position, second: Position) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }

    package var description: String { "line \(line), column \(column)" }
}
