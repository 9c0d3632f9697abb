/// The transitions of the arrows that leave a state.
///
/// A picture does not show the order of arrows. So an arrow without a guard covers the cases that
/// the guards of the other arrows for the same event leave open, wherever it is written.
struct LabeledTransitions {
    /// The order in which the machine tries the transitions for one event.
    private enum Rank: Int { case guarded, guardedByBranch, open }

    private var all: [(transition: Chart.Transition, rank: Rank, remark: String?)] = []
    private var rest: [Chart.Transition] = []

    /// Adds a transition of an arrow with a label.
    ///
    /// - Parameter remark: The words behind the event that tell it from other arrows.
    mutating func add(_ transition: Chart.Transition, for label: TransitionLabel, remark: String? = nil) {
        guard !label.isElse else { return rest.append(transition) }
        let rank: Rank =
            label.condition != nil ? .guarded : transition.condition != nil ? .guardedByBranch : .open
        all.append((transition, rank, remark))
    }

    /// Makes a choice of transitions that lead to different states for one event.
    ///
    /// Each of them gets a guard with the words behind its event, or one that is named after its
    /// target, except for the last one, which covers the other cases.
    ///
    /// - Parameter title: Returns the name of a state in the diagram.
    /// - Returns: A note for each choice.
    mutating func addChoices(_ title: (String) -> String) -> [ChartNote] {
        var notes: [ChartNote] = []
        let open = all.indices.filter { all[$0].rank == .open && !all[$0].transition.events.isEmpty }
        let groups = Dictionary(grouping: open) { all[$0].transition.events }
        for places in groups.values.sorted(by: { $0[0] < $1[0] }) {
            let others = rest.filter { $0.events == all[places[0]].transition.events }
            let choices = others.isEmpty ? places : places + [places[0]]
            guard Set(places.map { all[$0].transition.targets }).count == places.count, choices.count > 1 else {
                continue
            }
            let names = places.map { all[$0].transition.targets.map(title).joined(separator: " and ") }
            guard !names.contains("") else { continue }
            let guards = zip(places, names).map { all[$0].remark ?? "to \($1)" }
            guard Set(guards).count == guards.count else { continue }
            for (place, text) in zip(choices.dropLast(), guards) {
                all[place].transition.condition = .guard(text)
                all[place].rank = .guarded
            }
            let first = all[places[0]].transition
            let event = first.events.map(\.name).joined(separator: ", ")
            notes.append(
                ChartNote(
                    .choice,
                    at: all[places[1 % places.count]].transition.position,
                    "“\(event)” leads to \((names + others.map { title($0.targets.first ?? "") }).map { "“\($0)”" }.joined(separator: " and ")), so it is a choice with the guard “\(guards[0])”",
                    advice: "For another guard, write it on all but one of the arrows, as in \(event) [guard]"
                )
            )
        }
        return notes
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
