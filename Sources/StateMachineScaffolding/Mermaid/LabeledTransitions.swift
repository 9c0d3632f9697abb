/// The transitions of the arrows that leave a state.
///
/// A picture does not show the order of arrows. So an arrow without a guard covers the cases that
/// the guards of the other arrows for the same event leave open, wherever it is written.
struct LabeledTransitions {
    private var all: [(transition: Chart.Transition, hasGuard: Bool)] = []
    private var rest: [Chart.Transition] = []

    /// Adds a transition of an arrow with a label.
    mutating func add(_ transition: Chart.Transition, for label: MermaidLabel) {
        if label.isElse {
            rest.append(transition)
        } else {
            all.append((transition, label.condition != nil))
        }
    }

    /// The transitions in the order in which the machine tries them.
    var inOrder: [Chart.Transition] {
        var last: [[EventDescriptor]: Int] = [:]
        for (index, entry) in all.enumerated() where entry.hasGuard { last[entry.transition.events] = index }
        var moved: [Int: [Chart.Transition]] = [:]
        var result: [Chart.Transition] = []
        for (index, entry) in all.enumerated() {
            if !entry.hasGuard, let later = last[entry.transition.events], later > index {
                moved[later, default: []].append(entry.transition)
            } else {
                result.append(entry.transition)
                result += moved[index] ?? []
            }
        }
        return result + rest
    }
}
