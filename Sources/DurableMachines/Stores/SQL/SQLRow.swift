import Foundation

/// A row that a query has found.
protocol SQLRow {
    /// Whether a column has no value.
    func isNull(_ column: Int32) -> Bool

    /// The integer in a column.
    func integer(_ column: Int32) -> Int

    /// Calls a closure with the UTF-8 of the text in a column.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
}

extension SQLRow {
    /// The text in a column.
    func text(_ column: Int32) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }

    /// The text in a column, or `nil`.
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// The JSON in a column.
    func json(_ column: Int32) -> Data { withBytes(column) { Data($0) } }

    /// The JSON in a column, or `nil`.
    func optionalJSON(_ column: Int32) -> Data? { isNull(column) ? nil : json(column) }

    /// The date in a column.
    func date(_ column: Int32) -> Date { Microseconds(integer(column)).date }
}

/// A row as values, which its connection has read completely.
struct SQLValueRow: SQLRow {
    let values: [FleetSQLValue]

    private func value(_ column: Int32) -> FleetSQLValue {
        values.indices.contains(Int(column)) ? values[Int(column)] : .null
    }

    func isNull(_ column: Int32) -> Bool { value(column) == .null }

    func integer(_ column: Int32) -> Int {
        switch value(column) {
        case .integer(let number): number
        // libpq returns every value as a text.
        case .text(let text): Int(text) ?? 0
        case .null: 0
        }
    }

    func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        switch value(column) {
        case .integer(let number): Self.withBytes("\(number)", body)
        case .text(let text): Self.withBytes(text, body)
        case .null: body(UnsafeBufferPointer(start: nil, count: 0))
        }
    }

    private static func withBytes<Result>(
        _ text: String,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        var text = text
        return text.withUTF8(body)
    }
}
