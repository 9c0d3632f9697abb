import StateMachines

extension Assumptions {
    /// Returns the largest sets of states that fair runs can visit in cycles.
    ///
    /// For each set, there is a fair run that visits all of its states again and again.
    ///
    /// - Parameters:
    ///   - region: The states that a run may visit, in ascending order.
    ///   - graph: The graph to which these assumptions belong.
    func fairComponents<Definition>(of region: [Int], in graph: StateGraph<Definition>) -> [[Int]] {
        var fair: [[Int]] = []
        let (offsets, successors) = (graph.offsets, graph.successors)
        var components = StronglyConnectedComponents(offsets: offsets, successors: successors, missing: .rejected)
        var candidates = components.cyclic(among: region)
        while let component = candidates.popLast() {
            if isEmpty {
                fair.append(component)
                continue
            }
            var taken = BitSet()
            var always = weak
            for id in component {
                always.formIntersection(possible(in: id))
                for edge in Int(offsets[id])..<Int(offsets[id + 1])
                where successors[edge] != .rejected && components.areTogether(id, Int(successors[edge])) {
                    taken.formUnion(actions(of: edge))
                }
            }
            if !always.isSubset(of: taken) { continue }
            let missing = strong.subtracting(taken)
            let rest = component.filter { possible(in: $0).intersection(missing).isEmpty }
            if rest.count == component.count {
                fair.append(component)
            } else {
                candidates += components.cyclic(among: rest.sorted())
            }
        }
        return fair
    }
}
