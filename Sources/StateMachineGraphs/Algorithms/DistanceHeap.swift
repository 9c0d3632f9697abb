/// A priority queue that returns the nearest node first.
///
/// It is a binary heap (J. W. J. Williams, "Algorithm 232: Heapsort", 1964).
struct DistanceHeap {
    private var entries: [(node: Int, distance: Int)] = []

    mutating func insert(_ node: Int, at distance: Int) {
        entries.append((node, distance))
        var child = entries.count - 1
        while child > 0, entries[child].distance < entries[(child - 1) / 2].distance {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popNearest() -> (node: Int, distance: Int)? {
        guard let nearest = entries.first, let last = entries.popLast() else { return nil }
        if entries.isEmpty { return nearest }
        entries[0] = last
        var parent = 0
        while true {
            var child = parent * 2 + 1
            if child + 1 < entries.count, entries[child + 1].distance < entries[child].distance { child += 1 }
            guard child < entries.count, entries[child].distance < entries[parent].distance else { return nearest }
            entries.swapAt(parent, child)
            parent = child
        }
    }
}
