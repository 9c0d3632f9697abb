import Foundation

/// A statement and its parameters, in a connection's dialect.
public struct FleetSQLStatement: Hashable, Sendable, CustomStringConvertible {
    /// The text, in which `$1` (PostgreSQL) or `?1` (SQLite) stands for the first parameter.
    ///
    /// A fleet uses only a few different SQL texts, so a connection can prepare each of them once.
    public var sql: String { text.sql }

    /// The parameters: whole numbers, strings and nulls.
    public let values: [FleetSQLValue]

    /// Creates a statement.
    public init(_ sql: String, _ values: [FleetSQLValue] = []) {
        // SQLite's dialect leaves a text without a fleet as it is.
        self.init(SQLText(template: sql, fleet: "", dialect: .sqlite), values)
    }

    /// The text, before its parts are replaced.
    let text: SQLText

    init(_ text: SQLText, _ values: [FleetSQLValue]) {
        (self.text, self.values) = (text, values)
    }

    /// Returns whether the texts and the parameters are equal.
    public static func == (left: FleetSQLStatement, right: FleetSQLStatement) -> Bool {
        (left.text == right.text || left.sql == right.sql) && left.values == right.values
    }

    /// Hashes the text and the parameters.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sql)
        hasher.combine(values)
    }

    /// The text, without the parameters.
    public var description: String { sql }
}

/// A value in a row or a parameter of a statement.
public enum FleetSQLValue: Hashable, Sendable {
    /// A whole number.
    case integer(Int)

    /// A string.
    case text(String)

    /// No value.
    case null
}

extension FleetSQLValue {
    /// JSON, which is stored as text.
    static func json(_ data: Data) -> FleetSQLValue { .text(String(decoding: data, as: UTF8.self)) }

    /// The name of a machine or an event.
    static func id(_ id: MachineID) -> FleetSQLValue { .text(id.text) }

    /// A date as microseconds since 1970.
    static func date(_ date: Date) -> FleetSQLValue { .integer(Microseconds(date).count) }

    /// A value, or null.
    static func optional<Value>(_ value: Value?, _ make: (Value) -> FleetSQLValue) -> FleetSQLValue {
        value.map(make) ?? .null
    }
}

/// A row that a query has found.
struct SQLRow {
    let values: [FleetSQLValue]

    private func value(_ column: Int32) -> FleetSQLValue {
        values.indices.contains(Int(column)) ? values[Int(column)] : .null
    }

    /// Whether a column has no value.
    func isNull(_ column: Int32) -> Bool {
        if case .null = value(column) { true } else { false }
    }

    /// The integer in a column.
    func integer(_ column: Int32) -> Int {
        switch value(column) {
        case .integer(let number): number
        // libpq returns every value as a text.
        case .text(let text): Int(text) ?? 0
        case .null: 0
        }
    }

    /// The text in a column.
    func text(_ column: Int32) -> String {
        switch value(column) {
        case .integer(let number): "\(number)"
        case .text(let text): text
        case .null: ""
        }
    }

    /// The text in a column, or `nil`.
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// The JSON in a column.
    func json(_ column: Int32) -> Data { Data(text(column).utf8) }

    /// The JSON in a column, or `nil`.
    func optionalJSON(_ column: Int32) -> Data? { isNull(column) ? nil : json(column) }

    /// The date in a column.
    func date(_ column: Int32) -> Date { Microseconds(integer(column)).date }
}

/// A time as the database stores it.
struct Microseconds {
    /// The number of microseconds since 1970.
    let count: Int

    /// The seconds since 1970 that have such a number.
    static let range: Range<Double> = -0x1p63 / 1_000_000..<0x1p63 / 1_000_000

    /// Rounds a date to microseconds.
    ///
    /// A date outside the range of the number becomes the least or the greatest number, and NaN the
    /// least.
    init(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1_000_000).rounded()
        count = Int(exactly: exact) ?? (exact > 0 ? .max : .min)
    }

    init(_ count: Int) { self.count = count }

    /// The date.
    var date: Date { Date(timeIntervalSince1970: Double(count) / 1_000_000) }
}
