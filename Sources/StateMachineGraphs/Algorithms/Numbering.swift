/// A numbering of values from zero, in the order in which the values first occur.
@usableFromInline
package struct Numbering<Value: Hashable> {
    @usableFromInline var numbers: [Value: Int] = [:]

    @inlinable package init() {}

    /// How many values have a number.
    @inlinable package var count: Int { numbers.count }

    /// Returns a value's number, which is the next free number for a new value.
    @inlinable
    package mutating func number(of value: Value) -> Int {
        let next = numbers.count
        return Self.number(&numbers[value], else: next)
    }

    @inlinable
    static func number(_ slot: inout Int?, else next: Int) -> Int {
        if let number = slot { return number }
        slot = next
        return next
    }
}
