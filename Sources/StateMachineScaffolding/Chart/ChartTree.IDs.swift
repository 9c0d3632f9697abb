/// The number of something in a chart, which is its place in the list that numbers it.
package protocol ChartNumber: Hashable, Strideable, Sendable where Stride == Int {
    var number: Int { get }
    init(_ number: Int)
}

extension ChartNumber {
    package func advanced(by distance: Int) -> Self { Self(number + distance) }
    package func distance(to other: Self) -> Int { other.number - number }
    package static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

/// The number of a state in document order: the states inside a state follow it directly.
package struct StateID: ChartNumber {
    package let number: Int
    package init(_ number: Int) { self.number = number }

    /// The chart itself, which contains all states.
    package static let root = StateID(0)
}

/// The number of a transition in document order.
package struct EdgeID: ChartNumber {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

/// The number of an event in the order in which transitions name events.
package struct EventID: ChartNumber {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

/// A list whose elements have numbers of a type of their own, so that a transition's number cannot
/// be used for a state.
package struct NumberedList<Number: ChartNumber, Element> {
    private var elements: [Element] = []

    package init() {}
    package init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }

    package mutating func append(_ element: Element) { elements.append(element) }
}

extension NumberedList: RandomAccessCollection, MutableCollection {
    package var startIndex: Number { Number(0) }
    package var endIndex: Number { Number(elements.count) }

    package subscript(number: Number) -> Element {
        get { elements[number.number] }
        set { elements[number.number] = newValue }
    }
}

extension NumberedList {
    /// The elements with their numbers.
    package var numbered: Zip2Sequence<Range<Number>, Self> { zip(indices, self) }
}

extension NumberedList: Sendable where Element: Sendable {}
