import Foundation

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
