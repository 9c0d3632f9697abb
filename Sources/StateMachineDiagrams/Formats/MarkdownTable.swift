/// A table in GitHub Flavored Markdown.
///
/// The text of its cells is already Markdown. Names come from ``nameCell(_:)``, doc comments from
/// `inTableCell`, and other text from `escapedForMarkdown`.
struct MarkdownTable {
    var header: [String]
    var rows: [[String]]

    /// The width of a page at the usual hosts, in pixels.
    private static let pageWidth = 940

    var text: String {
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        return ([line(header), line(header.map { _ in "---" })] + rows.map(line)).joined(separator: "\n")
    }

    /// The table or the transposed table, whichever fits better on a page.
    ///
    /// If neither fits, names may break at their dots.
    var fitting: MarkdownTable {
        Self.fitting([self])[0]
    }

    private var withBreakableNames: MarkdownTable {
        MarkdownTable(header: header.map(\.breakable), rows: rows.map { $0.map(\.breakable) })
    }

    /// Returns the tables of one page, either all transposed or none, whichever fits better.
    ///
    /// If neither fits, names may break at their dots.
    static func fitting(_ tables: [MarkdownTable]) -> [MarkdownTable] {
        let transposed = tables.map(\.transposed)
        func width(_ tables: [MarkdownTable]) -> Int { tables.map(\.width).max() ?? 0 }
        if width(tables) <= pageWidth { return tables }
        if width(transposed) <= pageWidth { return transposed }
        return (width(transposed) < width(tables) ? transposed : tables).map(\.withBreakableNames)
    }

    /// The table or, if it is wider than a page in both directions, up to four tables with some of
    /// its rows each, which become columns.
    ///
    /// Each part leaves out the columns that have only a certain text in it, unless no part would
    /// have the column.
    func parts(leavingOut text: String) -> [MarkdownTable] {
        let whole = fitting
        guard whole.leastWidth > Self.pageWidth else { return [whole] }
        let table = transposed.withBreakableNames
        let divisions = (2...4).lazy.map { table.division(into: $0, leavingOut: text) }
        return divisions.first { $0.allSatisfy { $0.leastWidth <= Self.pageWidth } } ?? [whole]
    }

    /// Distributes the columns except the first one, which is in each part.
    private func division(into count: Int, leavingOut text: String) -> [MarkdownTable] {
        let columns = Array(header.indices.dropFirst())
        let size = max(1, (columns.count + count - 1) / count)
        return stride(from: 0, to: columns.count, by: size).map { start in
            let chosen = columns[start..<min(start + size, columns.count)]
            let kept = rows.filter { row in
                chosen.contains { row[$0] != text } || start == 0 && columns.allSatisfy { row[$0] == text }
            }
            let indices = [0] + chosen
            return MarkdownTable(header: indices.map { header[$0] }, rows: kept.map { row in indices.map { row[$0] } })
        }
    }

    /// The table without columns whose cells are all empty.
    var withoutEmptyColumns: MarkdownTable {
        let columns = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        return MarkdownTable(header: columns.map { header[$0] }, rows: rows.map { row in columns.map { row[$0] } })
    }

    private var transposed: MarkdownTable {
        let lines = [header] + rows
        let columns = header.indices.map { column in lines.map { $0[column] } }
        return MarkdownTable(header: columns[0], rows: Array(columns.dropFirst()))
    }

    /// The approximate width of the table in pixels if no cell wraps.
    private var width: Int { width { $0.split(separator: "<br>") } }

    /// The approximate width of the table in pixels if each cell wraps where it can.
    private var leastWidth: Int { width { $0.split(separator: #/<br>|<wbr>| /#) } }

    private func width(lines: (String) -> [Substring]) -> Int {
        header.indices.reduce(0) { width, column in
            let cells = ([header] + rows).map { $0[column].replacing("&nbsp;", with: "\u{A0}") }
            let longest = cells.flatMap { lines($0).map(\.count) }.max() ?? 0
            return width + 27 + 8 * longest
        }
    }
}

extension String {
    /// The text with possible line breaks after the dots inside names.
    fileprivate var breakable: String { replacing(/([[:alpha:]]{2}\.)([[:alpha:]])/) { "\($0.1)<wbr>\($0.2)" } }
}

/// Returns a name for a table cell, escaped and shortened because it may contain a long payload.
func nameCell(_ text: String) -> String { text.shortened(to: 80).escapedForMarkdown }
