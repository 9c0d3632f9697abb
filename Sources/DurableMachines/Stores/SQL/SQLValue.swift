import Foundation

/// A value for a parameter of a statement.
enum SQLValue {
    case integer(Int)
    case text(String)
    /// JSON, which is stored as text.
    case json(Data)
    case null

    /// A date as microseconds since 1970.
    static func date(_ date: Date) -> SQLValue { .integer(Microseconds(date).count) }

    /// A value, or null.
    static func optional<Value>(_ value: Value?, _ make: (Value) -> SQLValue) -> SQLValue {
        value.map(make) ?? .null
    }
}

extension SQLValue {
    /// The name of a machine or an event.
    static func id(_ id: MachineID) -> SQLValue { .text(id.text) }
}
