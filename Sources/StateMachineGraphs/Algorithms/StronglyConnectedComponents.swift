import StateMachines

/// Finds strongly connected components of parts of a graph: sets of states each of which can be reached from each other.
///
/// Tarjan, "Depth-first search and linear graph algorithms", 1972, with a stack of its own instead of recursion. Its arrays are as
/// long as the graph, and are used again for each part.
struct StronglyConnectedComponents {
    // The edges as the graph keeps them, without the definition: looking for the metadata of generic types takes long.
    private let offsets: ChunkedArray<UInt32>
    private let successors: ChunkedArray<UInt32>

    /// For each state when it was found, or what else is known about it.
    private var order: [UInt32]

    /// For each state that was found, the earliest one on the stack that it is known to lead to.
    private var lowest: [UInt32]

    /// For each state the number of the component that it was last found in.
    private var numbers: [UInt32]
    private var count: UInt32 = 0

    private struct Visit {
        let id: Int
        var next: Int
    }

    init<Definition>(of graph: StateGraph<Definition>) {
        offsets = graph.offsets
        successors = graph.successors
        order = Array(repeating: .outside, count: graph.states.count)
        lowest = order
        numbers = order
    }

    /// Whether two states were last found in the same component.
    func areTogether(_ one: Int, _ other: Int) -> Bool { numbers[one] == numbers[other] }

    /// The components in which a run can go round: with more than one state, or with a step from a state to itself.
    ///
    /// - Parameter ids: The part of the graph, in ascending order.
    /// - Complexity: O(*n* + *e*), with *n* states in that part and *e* edges from them.
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
                    guard successor != .rejected else { continue }
                    let place = order[Int(successor)]
                    if place == .notFound {
                        child = Int(successor)
                    } else if place < .notFound {
                        lowest[visit.id] = min(lowest[visit.id], place)
                    }
                }
                if let child {
                    visits.append(visit)
                    enter(child)
                    continue
                }
                if lowest[visit.id] == order[visit.id], let place = stack.lastIndex(of: visit.id) {
                    let component = Array(stack[place...])
                    stack.removeSubrange(place...)
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
    /// The order of a state that belongs to the part and was not found yet.
    fileprivate static var notFound: UInt32 { .max - 1 }

    /// The order of a state that does not belong to the part, or whose component is complete.
    fileprivate static var outside: UInt32 { .max }
}
