extension Chart {
    /// A part of an event's payload, such as `amount: Int`.
    package struct Parameter: Sendable, Hashable, CustomStringConvertible {
        /// The types that a diagram can name; each has a sample value.
        package enum ValueType: String, Sendable, CaseIterable {
            case int = "Int"
            case double = "Double"
            case string = "String"
            case bool = "Bool"
        }

        package var name: String
        package var type: ValueType

        package init(_ name: String, _ type: ValueType) {
            self.name = name
            self.type = type
        }

        package var description: String { "\(name): \(type.rawValue)" }
    }
}
