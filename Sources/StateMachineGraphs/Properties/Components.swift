import StateMachines

/// The strongly connected components of a part of a graph: sets of states each of which can be reached from each other.
///
/// Tarjan, "Depth-first search and linear graph algorithms", 1972, with a stack of its own instead of recursion.
struct Components {
    /// The components in which a run can go round: with more than one state, or with a step from a state to itself.
    private(set) var cyclic: [Set<Int>] = []

    private struct Visit {
        let id: Int
        var next: Int
    }

    /// - Complexity: O(*n* + *e*), with *n* states and *e* edges among them.
    init<Definition>(of graph: StateGraph<Definition>, among ids: Set<Int>) {
        var order: [Int: Int] = [:]
        var lowest: [Int: Int] = [:]
        var stack: [Int] = []
        var isOnStack: Set<Int> = []
        var visits: [Visit] = []

        func enter(_ id: Int) {
            lowest[id] = order.count
            order[id] = order.count
            stack.append(id)
            isOnStack.insert(id)
            visits.append(Visit(id: id, next: 0))
        }

        for start in ids.sorted() where order[start] == nil {
            enter(start)
            while var visit = visits.popLast() {
                let successors = graph.successors(of: visit.id)
                var child: Int?
                while child == nil, visit.next < successors.count {
                    let successor = successors[successors.startIndex + visit.next]
                    visit.next += 1
                    guard successor != .rejected, ids.contains(Int(successor)) else { continue }
                    if order[Int(successor)] == nil {
                        child = Int(successor)
                    } else if isOnStack.contains(Int(successor)) {
                        lowest[visit.id] = min(lowest[visit.id, default: 0], order[Int(successor), default: 0])
                    }
                }
                if let child {
                    visits.append(visit)
                    enter(child)
                    continue
                }
                if lowest[visit.id] == order[visit.id], let place = stack.lastIndex(of: visit.id) {
                    let component = Set(stack[place...])
                    stack.removeSubrange(place...)
                    isOnStack.subtract(component)
                    if component.count > 1 || successors.contains(UInt32(visit.id)) { cyclic.append(component) }
                }
                if let parent = visits.last?.id {
                    lowest[parent] = min(lowest[parent, default: 0], lowest[visit.id, default: 0])
                }
            }
        }
    }
}
