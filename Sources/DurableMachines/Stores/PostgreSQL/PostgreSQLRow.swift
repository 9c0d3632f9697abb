import Foundation

/// The result of a command, which is freed with this object.
final class PostgreSQLResult {
    let library: PostgreSQLLibrary
    let handle: PostgreSQLLibrary.Result

    init(_ handle: PostgreSQLLibrary.Result, of library: PostgreSQLLibrary) {
        (self.handle, self.library) = (handle, library)
    }

    deinit { library.clear(handle) }

    /// A `PGRES_` number.
    var status: Int32 { library.resultStatus(handle) }

    /// The number of rows that the command has changed.
    var changes: Int { library.changes(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The rows that a query has found.
    var rows: [PostgreSQLRow] {
        (0..<library.rowCount(handle)).map { PostgreSQLRow(result: self, index: $0) }
    }

    /// The values of all rows, as texts.
    var values: [[FleetSQLValue]] {
        let columns = library.columnCount(handle)
        return rows.map { row in (0..<columns).map { row.isNull($0) ? .null : .text(row.text($0)) } }
    }

    /// A text about an error.
    func error(_ field: Int32) -> String? { library.errorField(handle, field).map { String(cString: $0) } }
}

/// A row of a result.
struct PostgreSQLRow: SQLRow {
    let result: PostgreSQLResult
    let index: Int32

    func isNull(_ column: Int32) -> Bool { result.library.isNull(result.handle, index, column) != 0 }

    func integer(_ column: Int32) -> Int { Int(text(column)) ?? 0 }

    func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard let start = result.library.value(result.handle, index, column) else {
            return body(.init(start: nil, count: 0))
        }
        let count = Int(result.library.length(result.handle, index, column))
        return start.withMemoryRebound(to: UInt8.self, capacity: count) { body(.init(start: $0, count: count)) }
    }
}
