/// A priority queue from which an element can be removed by its number.
///
/// Its elements form a binary heap (Williams, "Algorithm 232: Heapsort", 1964), and a dictionary
/// contains each number's index. Elements with equal keys leave the queue in the order of their
/// numbers.
struct SleeperQueue<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    struct Element: Sendable {
        let key: Key
        let number: Int
        let value: Value
    }

    private var elements: [Element] = []
    private var indices: [Int: Int] = [:]

    var count: Int { elements.count }

    /// The element with the least key and, among equal keys, the least number.
    var first: Element? { elements.first }

    /// Adds an element with a number that no other element has.
    ///
    /// - Complexity: O(log *n*).
    mutating func insert(_ value: Value, key: Key, number: Int) {
        elements.append(Element(key: key, number: number, value: value))
        indices[number] = elements.count - 1
        moveUp(from: elements.count - 1)
    }

    /// Removes the first element.
    ///
    /// - Complexity: O(log *n*).
    mutating func removeFirst() -> Element? { elements.first.flatMap { remove($0.number) } }

    /// Removes the element with a number.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(_ number: Int) -> Element? {
        guard let index = indices.removeValue(forKey: number) else { return nil }
        let last = elements.removeLast()
        guard index < elements.count else { return last }
        let removed = elements[index]
        elements[index] = last
        indices[last.number] = index
        moveUp(from: index)
        moveDown(from: index)
        return removed
    }

    private mutating func moveUp(from start: Int) {
        var index = start
        while index > 0, precedes(index, (index - 1) / 2) {
            exchange(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func moveDown(from start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < elements.count && precedes(child, least) {
                least = child
            }
            if least == index { return }
            exchange(index, least)
            index = least
        }
    }

    private func precedes(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (elements[one], elements[other])
        return one.key == other.key ? one.number < other.number : one.key < other.key
    }

    private mutating func exchange(_ one: Int, _ other: Int) {
        elements.swapAt(one, other)
        indices[elements[one].number] = one
        indices[elements[other].number] = other
    }
}
