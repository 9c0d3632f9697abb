/// The transitions of the arrows that leave a state.
///
/// A picture does not show the order of arrows. So an arrow without a guard covers the cases that
/// the guards of the other arrows for the same event leave open, wherever it is written.
struct LabeledTransitions {
    /// The order in which the machine tries the transitions for one event.
    private enum Rank: Int { case guarded, guardedByBranch, open }

    private var all: [(transition: Chart.Transition, rank: Rank)] = []
    private var rest: [Chart.Transition] = []

    /// Adds a transition of an arrow with a label.
    mutating func add(_ transition: Chart.Transition, for label: TransitionLabel) {
        guard !label.isElse else { return rest.append(transition) }
        let rank: Rank =
            label.condition != nil ? .guarded : transition.condition != nil ? .guardedByBranch : .open
        all.append((transition, rank))
    }

    /// The transitions in the order in which the machine tries them.
    ///
    /// The transitions for one event change places among each other.
    var inOrder: [Chart.Transition] {
        var result = all.map(\.transition)
        for places in Dictionary(grouping: all.indices, by: { all[$0].transition.events }).values {
            let sorted = places.sorted { (all[$0].rank.rawValue, $0) < (all[$1].rank.rawValue, $1) }
            for (place, index) in zip(places, sorted) { result[place] = all[index].transition }
        }
        return result + rest
    }
}
