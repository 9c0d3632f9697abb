#if !hasFeature(Embedded)
/// Elements that wait for their turn, first in, first out.
///
/// An element that is taken is moved out: the queue never destroys one, so no `deinit` of its owner's runs while the queue changes.
@usableFromInline
struct Queue<Element> {
    /// Those that wait, between `head` and `tail`; the others are empty, and used again.
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var head = 0
    @usableFromInline var tail = 0

    @inlinable
    init() {}

    @inlinable var count: Int { tail - head }

    @inlinable var isEmpty: Bool { head == tail }

    @inlinable
    mutating func append(_ element: consuming Element) {
        if tail < slots.count { slots[tail] = element } else { slots.append(element) }
        tail += 1
    }

    /// Takes the first element.
    ///
    /// - Complexity: O(1), amortised.
    @inlinable
    mutating func popFirst() -> Element? {
        guard head < tail else { return nil }
        let element = slots[head].take()
        head += 1
        if head == tail {
            (head, tail) = (0, 0)
            if slots.count > 1024 { slots = [] }
        } else if head >= 64, head * 2 >= tail {
            closeGap()
        }
        return element
    }

    /// Moves those that wait to the front.
    @inlinable
    @inline(never)
    mutating func closeGap() {
        for index in head..<tail { slots.swapAt(index - head, index) }
        (head, tail) = (0, count)
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
