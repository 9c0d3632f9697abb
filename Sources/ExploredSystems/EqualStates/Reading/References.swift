/// The references among the words of a value.
struct References {
    /// The positions with the addresses, in the order of the positions.
    var list: [(position: Int, address: UInt)] = []
    /// The elements of sets that differ only in their references.
    var ties: [Tie] = []

    /// Some adjacent elements of a set, all of the same length.
    struct Tie {
        var start: Int
        let length: Int
        let count: Int

        var range: Range<Int> { start..<start + length * count }

        func moved(by offset: Int) -> Tie { Tie(start: start + offset, length: length, count: count) }
    }

    /// Records which of the sorted elements of a set have equal words without their references.
    mutating func noteTies(among elements: [ArraySlice<UInt64>], start: Int) {
        var (start, first) = (start, 0)
        while first < elements.count {
            let count = elements[first...].prefix { $0 == elements[first] }.count
            let length = elements[first].count
            if count > 1, length > 0 { ties.append(Tie(start: start, length: length, count: count)) }
            start += length * count
            first += count
        }
    }

    /// Sorts tied elements by their references.
    ///
    /// The order of a set differs from process to process. It must not determine which of two equal
    /// objects is the first. So an element whose objects were met before comes where their numbers
    /// say, and other elements are sorted by the other places that refer to their objects.
    mutating func orderTies() {
        // The outer sets come before the sets in their elements.
        let ties = ties.sorted { ($0.start, -$0.range.count) < ($1.start, -$1.range.count) }
        let places = places(ties)
        var (numbers, next): ([UInt: Int], Int) = ([:], 0)
        for tie in ties {
            while next < list.count, list[next].position < tie.start {
                let address = list[next].address
                numbers[address] = numbers[address] ?? numbers.count
                next += 1
            }
            order(tie, numbers, places)
        }
    }

    /// Returns the places that refer to each address; of a tie, only the place in its elements.
    private func places(_ ties: [Tie]) -> [UInt: [[Int]]] {
        var places: [UInt: [[Int]]] = [:]
        for (position, address) in list {
            let tie = ties.first { $0.range.contains(position) }
            let place = tie.map { [$0.start, (position - $0.start) % $0.length] } ?? [position]
            places[address, default: []].append(place)
        }
        return places.mapValues { $0.sorted { $0.lexicographicallyPrecedes($1) } }
    }

    private mutating func order(_ tie: Tie, _ numbers: [UInt: Int], _ places: [UInt: [[Int]]]) {
        let indices = list.indices.filter { tie.range.contains(list[$0].position) }
        let perElement = indices.count / tie.count
        guard perElement > 0, perElement * tie.count == indices.count else { return }
        let elements = (0..<tie.count).map { element in
            indices[element * perElement..<(element + 1) * perElement].map { list[$0].address }
        }
        let keys = elements.map { addresses in
            addresses.enumerated().flatMap { index, address -> [Int] in
                if let number = numbers[address] { return [0, number] }
                return [1, addresses.firstIndex(of: address) ?? index] + (places[address] ?? []).flatMap { [-1] + $0 }
            }
        }
        let order = elements.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
        for (slot, element) in order.enumerated() {
            for (offset, address) in elements[element].enumerated() {
                list[indices[slot * perElement + offset]].address = address
            }
        }
    }
}
