#if !hasFeature(Embedded)
/// Elements that wait for their turn, first in, first out.
///
/// An element that is taken is moved out: the queue never destroys one, so no `deinit` of its owner's runs while the queue changes.
@usableFromInline
struct Queue<Element> {
    @usableFromInline var slots: [Element?] = []

    /// The slots before this index are empty.
    @usableFromInline var head = 0

    @inlinable
    init() {}

    @inlinable var count: Int { slots.count - head }

    @inlinable var isEmpty: Bool { head == slots.count }

    @inlinable
    mutating func append(_ element: consuming Element) { slots.append(element) }

    /// Takes the first element.
    ///
    /// - Complexity: O(1), amortised.
    @inlinable
    mutating func popFirst() -> Element? {
        guard head < slots.count else { return nil }
        let element = slots[head].take()
        head += 1
        if head == slots.count {
            slots.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= slots.count {
            slots.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Takes at most so many elements, in order.
    @inlinable
    mutating func popFirst(_ limit: Int) -> [Element] {
        var elements: [Element] = []
        while elements.count < limit, let element = popFirst() { elements.append(element) }
        return elements
    }
}

extension Queue: Sendable where Element: Sendable {}
#endif
