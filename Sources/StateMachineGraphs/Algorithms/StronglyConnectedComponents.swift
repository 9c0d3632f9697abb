/// A search for the strongly connected components of parts of a graph.
///
/// Each vertex of such a component can reach every other one. The algorithm is from Tarjan,
/// "Depth-first search and linear graph algorithms", 1972, with an explicit stack instead of
/// recursion. Its arrays are as long as the graph's offsets and are reused for each part.
struct StronglyConnectedComponents {
    private let offsets: ChunkedArray<UInt32>
    private let successors: ChunkedArray<UInt32>

    /// A placeholder in `successors` for an edge that leads nowhere.
    private let missing: UInt32

    /// For each vertex, its position in the order of discovery or a special value.
    private var order: [UInt32]

    /// For each vertex that was found, the earliest vertex on the stack that it is known to reach.
    private var lowest: [UInt32]

    /// Each vertex's component, as the number of the one that it was last found in.
    private var numbers: [UInt32]
    private var count: UInt32 = 0

    private struct Visit {
        let id: Int
        var next: Int
    }

    /// Creates a search in a graph.
    ///
    /// - Parameters:
    ///   - offsets: The index of each vertex's first edge, followed by the number of edges.
    ///   - successors: Each edge's target.
    ///   - missing: A placeholder for an edge that leads nowhere.
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

    /// Returns the components with a cycle.
    ///
    /// Such a component has several vertices or an edge from a vertex to itself.
    ///
    /// - Parameter ids: The vertices of the part to search, in ascending order.
    /// - Complexity: O(*n* + *e*), where the part has *n* vertices and *e* edges leave them.
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
    /// A placeholder for a vertex of the part that has not been found yet.
    fileprivate static var notFound: UInt32 { .max - 1 }

    /// A placeholder for a vertex that is not in the part or whose component is complete.
    fileprivate static var outside: UInt32 { .max }
}
