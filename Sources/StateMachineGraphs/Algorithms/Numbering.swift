/// Numbers values from zero on, in the order in which they first come.
package struct Numbering<Value: Hashable> {
    private var numbers: [Value: Int] = [:]

    package init() {}

    /// How many values have a number.
    package var count: Int { numbers.count }

    /// The number of a value, which is the next one if the value has none yet.
    package mutating func number(of value: Value) -> Int {
        let next = numbers.count
        return Self.number(&numbers[value], else: next)
    }

    private static func number(_ slot: inout Int?, else next: Int) -> Int {
        if let number = slot { return number }
        slot = next
        return next
    }
}
