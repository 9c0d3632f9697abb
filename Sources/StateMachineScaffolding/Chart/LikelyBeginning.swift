/// Returns the state in which a drawing probably begins, if it does not show where.
///
/// It is a state to which no other state leads, from which arrows lead to the most states, or the
/// first state that an arrow leaves if other states lead to each one.
///
/// - Complexity: Proportional to the number of arrows, for each state to which no other one leads.
func likelyBeginning(of states: [String], arrows: [(source: String, target: String)]) -> String? {
    let targets = Set(arrows.filter { $0.source != $0.target }.map(\.target))
    let next = Dictionary(grouping: arrows, by: \.source)
    var best: (state: String, count: Int)?
    for state in states where !targets.contains(state) && next[state] != nil {
        let count = reach(from: [state]) { (next[$0] ?? []).map(\.target) }.count
        if count > best?.count ?? 0 { best = (state, count) }
    }
    return best?.state ?? states.first { next[$0] != nil } ?? states.first
}
