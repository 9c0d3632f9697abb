/// A table in GitHub-flavoured Markdown.
///
/// Its cells are Markdown already: names by ``nameCell(_:)``, doc comments by `inTableCell`, other
/// text by `escapedForMarkdown`.
struct MarkdownTable {
    var header: [String]
    var rows: [[String]]

    /// How wide a page is at the usual hosts, in pixels.
    private static let pageWidth = 940

    var text: String {
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        return ([line(header), line(header.map { _ in "---" })] + rows.map(line)).joined(separator: "\n")
    }

    /// The table, or the transposed one if that fits better on a page; if neither does, names may
    /// break at their dots.
    var fitting: MarkdownTable {
        if width <= Self.pageWidth { return self }
        if transposed.width <= Self.pageWidth { return transposed }
        let narrower = transposed.width < width ? transposed : self
        return MarkdownTable(header: narrower.header.map(\.breakable), rows: narrower.rows.map { $0.map(\.breakable) })
    }

    /// The table without columns that are empty in each row.
    var withoutEmptyColumns: MarkdownTable {
        let columns = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        return MarkdownTable(header: columns.map { header[$0] }, rows: rows.map { row in columns.map { row[$0] } })
    }

    private var transposed: MarkdownTable {
        let lines = [header] + rows
        let columns = header.indices.map { column in lines.map { $0[column] } }
        return MarkdownTable(header: columns[0], rows: Array(columns.dropFirst()))
    }

    /// About how wide the table is in pixels, as long as no cell wraps.
    private var width: Int {
        let lines = [header] + rows
        return header.indices.reduce(0) { width, column in
            let parts = lines.flatMap { $0[column].split(separator: "<br>").map(\.count) }
            return width + 27 + 8 * (parts.max() ?? 0)
        }
    }
}

extension String {
    /// The text with places where a line may break: behind the dots inside names.
    fileprivate var breakable: String { replacing(/([[:alpha:]]{2}\.)([[:alpha:]])/) { "\($0.1)<wbr>\($0.2)" } }
}

/// A name in a table, escaped and shortened, since it may hold a payload of any length.
func nameCell(_ text: String) -> String { text.shortened(to: 80).escapedForMarkdown }
