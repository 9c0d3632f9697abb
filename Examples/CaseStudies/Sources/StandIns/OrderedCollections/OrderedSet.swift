// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct OrderedSet<Element: Hashable>: Hashable, Sequence, ExpressibleByArrayLiteral {
    var list: [Element]
    public init(arrayLiteral elements: Element...) { list = elements }
    public var isEmpty: Bool { list.isEmpty }
    public mutating func append(_ element: Element) { if !list.contains(element) { list.append(element) } }
    public mutating func removeFirst() -> Element { list.removeFirst() }
    public mutating func remove(_ element: Element) -> Element? {
        list.firstIndex(of: element).map { list.remove(at: $0) }
    }
    public func makeIterator() -> [Element].Iterator { list.makeIterator() }
}
extension OrderedSet: Sendable where Element: Sendable {}
