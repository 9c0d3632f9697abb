/// Finds strongly connected components of parts of a graph: sets of vertices each of which can be
/// reached from each other.
///
/// Tarjan, "Depth-first search and linear graph algorithms", 1972, with a stack of its own instead
/// of recursion. Its arrays are as long as the offsets of the graph, and are used again for each
/// part.
struct StronglyConnectedComponents {
    private let offsets: ChunkedArray<UInt32>
    private let successors: ChunkedArray<UInt32>

    /// Stands in `successors` for an edge that leads nowhere.
    private let missing: UInt32

    /// For each vertex when it was found, or what else is known about it.
    private var order: [UInt32]

    /// For each vertex that was found, the earliest one on the stack that it is known to lead to.
    private var lowest: [UInt32]

    /// For each vertex the number of the component that it was last found in.
    private var numbers: [UInt32]
    private var count: UInt32 = 0

    private struct Visit {
        let id: Int
        var next: Int
    }

    /// - Parameters:
    ///   - offsets: For each vertex the index of its first edge, and one more for the end.
    ///   - successors: For each edge the vertex that it leads to.
    ///   - missing: Stands for an edge that leads nowhere.
    init(offsets: ChunkedArray<UInt32>, successors: ChunkedArray<UInt32>, missing: UInt32) {
        self.offsets = offsets
        self.successors = successors
        self.missing = missing
        order = Array(repeating: .outside, count: offsets.count)
        lowest = order
        numbers = order
    }

    /// Whether two vertices were last found in the same component.
    func areTogether(_ one: Int, _ other: Int) -> Bool { numbers[one] == numbers[other] }

    /// The components that have a cycle: with more than one vertex, or with an edge from a vertex
    /// to itself.
    ///
    /// - Parameter ids: The part of the graph, in ascending order.
    /// - Complexity: O(*n* + *e*), with *n* vertices in that part and *e* edges from them.
    mutating func cyclic(among ids: [Int]) -> [[Int]] {
        var cyclic: [[Int]] = []
        var found: UInt32 = 0
        var stack: [Int] = []
        var visits: [Visit] = []

        func enter(_ id: Int) {
            order[id] = found
            lowest[id] = found
            found += 1
            stack.append(id)
            visits.append(Visit(id: id, next: 0))
        }

        for id in ids { order[id] = .notFound }
        for start in ids where order[start] == .notFound {
            enter(start)
            while var visit = visits.popLast() {
                let successors = self.successors[Int(offsets[visit.id])..<Int(offsets[visit.id + 1])]
                var child: Int?
                while child == nil, visit.next < successors.count {
                    let successor = successors[successors.startIndex + visit.next]
                    visit.next += 1
                    guard successor != missing else { continue }
                    let index = order[Int(successor)]
                    if index == .notFound {
                        child = Int(successor)
                    } else if index < .notFound {
                        lowest[visit.id] = min(lowest[visit.id], index)
                    }
                }
                if let child {
                    visits.append(visit)
                    enter(child)
                    continue
                }
                if lowest[visit.id] == order[visit.id], let start = stack.lastIndex(of: visit.id) {
                    let component = Array(stack[start...])
                    stack.removeSubrange(start...)
                    for id in component {
                        order[id] = .outside
                        numbers[id] = count
                    }
                    count += 1
                    if component.count > 1 || successors.contains(UInt32(visit.id)) { cyclic.append(component) }
                }
                if let parent = visits.last?.id { lowest[parent] = min(lowest[parent], lowest[visit.id]) }
            }
        }
        return cyclic
    }
}

extension UInt32 {
    /// The order of a vertex that belongs to the part and was not found yet.
    fileprivate static var notFound: UInt32 { .max - 1 }

    /// The order of a vertex that does not belong to the part, or whose component is complete.
    fileprivate static var outside: UInt32 { .max }
}
