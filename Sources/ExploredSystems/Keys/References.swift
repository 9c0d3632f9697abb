/// The references among the words of a value.
struct References {
    /// The positions with the addresses, in the order of the positions.
    var list: [(position: Int, address: UInt)] = []
    /// The elements of sets that have equal words but refer to objects of their own.
    var ties: [Tie] = []

    /// Some adjacent elements of a set, all of the same length.
    struct Tie {
        var start: Int
        let length: Int
        let count: Int

        var range: Range<Int> { start..<start + length * count }

        func moved(by offset: Int) -> Tie { Tie(start: start + offset, length: length, count: count) }
    }

    /// Records which of the sorted elements of a set have equal words.
    mutating func noteTies(among elements: [[UInt64]], start: Int) {
        var (start, first) = (start, 0)
        while first < elements.count {
            let count = elements[first...].prefix { $0 == elements[first] }.count
            let length = elements[first].count
            if count > 1, length > 0 { ties.append(Tie(start: start, length: length, count: count)) }
            start += length * count
            first += count
        }
    }

    /// Sorts tied elements by the other places that refer to their objects.
    ///
    /// The order of a set differs from process to process. It must not determine which of two equal
    /// objects is the first.
    mutating func orderTies() {
        // The outer sets come before the sets in their elements.
        for tie in ties.sorted(by: { ($0.start, -$0.range.count) < ($1.start, -$1.range.count) }) { order(tie) }
    }

    private mutating func order(_ tie: Tie) {
        let indices = list.indices.filter { tie.range.contains(list[$0].position) }
        let perElement = indices.count / tie.count
        guard perElement > 0, perElement * tie.count == indices.count else { return }
        var places: [UInt: [Int]] = [:]
        for (position, address) in list {
            // Within the tied elements, only the place in the element has a meaning.
            let inner = tie.range.contains(position) ? (position - tie.start) % tie.length - tie.length : position
            places[address, default: []].append(inner)
        }
        let elements = (0..<tie.count).map { element in
            indices[element * perElement..<(element + 1) * perElement].map { list[$0].address }
        }
        let keys = elements.map { $0.map { places[$0, default: []].sorted() } }
        let order = elements.indices.sorted { one, other in
            keys[one].lexicographicallyPrecedes(keys[other]) { $0.lexicographicallyPrecedes($1) }
        }
        for (slot, element) in order.enumerated() {
            for (offset, address) in elements[element].enumerated() {
                list[indices[slot * perElement + offset]].address = address
            }
        }
    }
}
