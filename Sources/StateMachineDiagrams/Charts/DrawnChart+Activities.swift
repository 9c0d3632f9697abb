extension [DrawnChart.Region] {
    /// Assigns activities to the states of regions that run side by side.
    ///
    /// If a state has an activity only because of the state of another region, the activity is
    /// assigned to that region.
    ///
    /// - Parameters:
    ///   - present: For each state of the chart, the activities of each state of the machine that
    ///     it represents.
    ///   - lists: The activities of each state of the machine that the enclosing state represents.
    ///   - outer: The activities that are already assigned to an enclosing state.
    mutating func addActivities(
        _ present: [Int: [[String]]],
        among lists: [[String]],
        outer: Set<String>
    ) {
        let decided = map { $0.decidedActivities(present, among: lists) }
        let all = decided.reduce(into: Set()) { $0.formUnion($1) }
        for index in indices {
            self[index].addActivities(present, outer: outer.union(all.subtracting(decided[index])))
        }
    }
}

extension DrawnChart.State {
    /// Returns the activities that run in every state of the machine that this state represents.
    fileprivate func constantActivities(_ present: [Int: [[String]]]) -> [String] {
        let lists = present[id, default: []]
        return lists.first.map { $0.filter { title in lists.allSatisfy { $0.contains(title) } } } ?? []
    }
}

extension DrawnChart.Region {
    /// Returns the activities that run exactly when the region is in certain states.
    fileprivate func decidedActivities(_ present: [Int: [[String]]], among lists: [[String]]) -> Set<String> {
        var counts: [String: Int] = [:]
        for state in states {
            for title in state.constantActivities(present) {
                counts[title, default: 0] += present[state.id, default: []].count
            }
        }
        return Set(counts.keys.filter { title in counts[title] == lists.count { $0.contains(title) } })
    }

    fileprivate mutating func addActivities(_ present: [Int: [[String]]], outer: Set<String>) {
        for index in states.indices {
            let own = states[index].constantActivities(present).filter { !outer.contains($0) }
            states[index].activities = own
            states[index].regions.addActivities(
                present,
                among: present[states[index].id, default: []],
                outer: outer.union(own)
            )
        }
    }
}
