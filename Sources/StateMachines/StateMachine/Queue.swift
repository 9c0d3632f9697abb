#if !hasFeature(Embedded)
/// A first-in, first-out queue that moves its elements out.
///
/// It never destroys an element, so no `deinit` of user code runs while the queue changes.
@usableFromInline
struct Queue<Element> {
    /// Storage for the elements, which are between `head` and `tail`.
    ///
    /// The other slots are `nil` and are reused.
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

    /// Removes and returns the first element.
    ///
    /// - Complexity: O(1), amortized.
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

    /// Moves the elements to the front of the slots.
    @inlinable
    @inline(never)
    mutating func closeGap() {
        for index in head..<tail { slots.swapAt(index - head, index) }
        (head, tail) = (0, count)
    }

    /// Removes and returns the first elements in order, up to a limit.
    @inlinable
    mutating func popFirst(_ limit: Int) -> [Element] {
        var elements: [Element] = []
        while elements.count < limit, let element = popFirst() { elements.append(element) }
        return elements
    }
}

extension Queue: Sendable where Element: Sendable {}
#endif
