// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public typealias Deque<Element> = [Element]
extension Array {
    public init(minimumCapacity: Int) { self.init() }
    public mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
    public mutating func prepend(_ element: Element) { insert(element, at: 0) }
}
