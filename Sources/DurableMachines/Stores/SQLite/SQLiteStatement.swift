import Foundation

/// A prepared statement and its current row.
final class SQLiteStatement {
    private let handle: SQLiteLibrary.Statement
    private let library: SQLiteLibrary

    /// The text of the statement.
    let text: SQLText

    init(_ text: SQLText, _ handle: SQLiteLibrary.Statement, of library: SQLiteLibrary) {
        (self.text, self.handle, self.library) = (text, handle, library)
    }

    deinit { _ = library.finalize(handle) }

    /// Performs the statement up to its next row, or to its end.
    func step() -> Int32 { library.step(handle) }

    /// Ends the statement, so that it holds no lock and no values.
    func reset() {
        _ = library.reset(handle)
        _ = library.clearBindings(handle)
    }

    // MARK: Parameters

    /// Sets the parameters, from the first one.
    func bind(_ values: [FleetSQLValue]) -> Int32 {
        for (index, value) in zip(Int32(1)..., values) {
            let code = bind(value, at: index)
            guard code == SQLiteCode.ok else { return code }
        }
        return SQLiteCode.ok
    }

    private func bind(_ value: FleetSQLValue, at index: Int32) -> Int32 {
        switch value {
        case .integer(let number): return library.bindInteger(handle, index, Int64(number))
        case .text(var text): return text.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index) }
        case .null: return library.bindNull(handle, index)
        }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        // An empty buffer may have no address, and SQLite would bind NULL.
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress else {
            return library.bindText(handle, index, "", 0, SQLiteCode.transient)
        }
        // A negative length would mean “up to the first zero”. SQLite reports an error for a text
        // that is longer than its limit.
        return library.bindText(handle, index, start, Int32(clamping: bytes.count), SQLiteCode.transient)
    }

    // MARK: Columns

    /// The values of the row.
    var values: [FleetSQLValue] {
        (0..<library.columnCount(handle)).map { column in
            switch library.columnType(handle, column) {
            case SQLiteCode.null: .null
            case SQLiteCode.integer: .integer(integer(column))
            default: .text(text(column))
            }
        }
    }

    /// Whether the statement returns no rows, as one that only writes.
    var isWriting: Bool { library.columnCount(handle) == 0 }

    private func integer(_ column: Int32) -> Int { Int(library.columnInteger(handle, column)) }

    private func text(_ column: Int32) -> String {
        // The first call may convert the value, and the second one counts its bytes.
        let start = library.columnText(handle, column)
        let count = start == nil ? 0 : Int(library.columnBytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
