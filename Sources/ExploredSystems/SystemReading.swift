/// A description of how an exploration reads the values of a type.
///
/// By default, an exploration reads everything that a value stores. Sometimes this is too much or
/// too little. A ring buffer stores equal elements at different places, and reflection cannot read
/// the memory behind an unsafe pointer. In this case, list the type in
/// ``ExploredSystem/readings`` and say what distinguishes its values:
///
/// ```swift
/// static var readings: [SystemReading] {
///     [.reading(ByteBuffer.self) { Array($0.readableBytesView) }]
/// }
/// ```
public struct SystemReading: Sendable {
    let type: Any.Type
    let read: @Sendable (Any) -> Any

    /// Reads a type's values by what a closure returns for them.
    ///
    /// Two values count as equal if the results of the closure are equal, stored property by stored
    /// property. To leave something out, return a tuple of everything else. For a class, objects
    /// still count as different if some place in the state refers to one and not the other.
    ///
    /// - Parameters:
    ///   - type: The type; for a class, the reading also applies to its subclasses.
    ///   - read: A closure that returns everything that distinguishes a value.
    public static func reading<Value>(
        _ type: Value.Type,
        _ read: @escaping @Sendable (Value) -> Any
    ) -> SystemReading {
        SystemReading(type: type) { value in (value as? Value).map(read) ?? value }
    }
}
