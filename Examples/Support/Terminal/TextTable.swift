/// Rows of text in aligned columns.
///
/// ```swift
/// var table = TextTable(["id", "user"], alignments: [.right, .left])
/// table.append(["7", "Ana"])
/// print(table.lines(fitting: 80).joined(separator: "\n"))
/// ```
package struct TextTable: Sendable {
    /// The alignment of text in a column.
    package enum Alignment: Sendable {
        /// The alignment for words.
        case left
        /// The alignment for numbers.
        case right
    }

    private let header: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Creates a table without rows.
    package init(_ header: [String], alignments: [Alignment]) {
        self.header = header
        self.alignments = alignments
    }

    /// Appends a row, without control characters.
    package mutating func append(_ row: [String]) {
        rows.append(row.map(\.printable))
    }

    /// Returns the header and the rows, without space at their ends.
    ///
    /// - Parameters:
    ///   - width: The width of the terminal, or `nil` for no limit.
    ///   - flexible: The index of the column to cut if the table is too wide.
    package func lines(fitting width: Int? = nil, cutting flexible: Int = 0) -> [String] {
        let all = [header] + rows
        var widths = header.indices.map { column in
            all.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
        if let width {
            let surplus = widths.reduce(0, +) + 2 * (widths.count - 1) - width
            if surplus > 0 { widths[flexible] = max(8, widths[flexible] - surplus) }
        }
        return all.map { row in
            let cells = zip(row.indices, row).map { column, text in
                let text = text.truncated(to: widths[column])
                let padding = String(repeating: " ", count: widths[column] - text.columns)
                return alignments[column] == .left ? text + padding : padding + text
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }
}
