import Foundation

/// A value in a row or a parameter of a statement.
public enum SQLValue: Hashable, Sendable {
    /// A whole number.
    case integer(Int)

    /// A string.
    case text(String)

    /// No value.
    case null
}

extension SQLValue {
    /// JSON, which is stored as text.
    static func json(_ data: Data) -> SQLValue { .text(String(decoding: data, as: UTF8.self)) }

    /// The name of a machine or an event.
    static func id(_ id: MachineID) -> SQLValue { .text(id.text) }

    /// A date as microseconds since 1970.
    static func date(_ date: Date) -> SQLValue { .integer(Microseconds(date).count) }

    /// A value, or null.
    static func optional<Value>(_ value: Value?, _ make: (Value) -> SQLValue) -> SQLValue {
        value.map(make) ?? .null
    }
}
