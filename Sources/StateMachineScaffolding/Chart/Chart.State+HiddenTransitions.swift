extension Chart.State {
    /// The errors for transitions that another transition for the same event hides.
    ///
    /// Two equal transitions are not an error.
    var hiddenTransitions: [ChartError] {
        var errors: [ChartError] = []
        var taken: [[EventDescriptor]: Chart.Transition] = [:]
        for transition in transitions {
            if let first = taken[transition.events] {
                if first.label == transition.label, first.targets == transition.targets { continue }
                let event = transition.events.first.flatMap { $0.isForCompletionsOnly ? nil : $0.name }
                let words = event.map { "for “\($0)”" } ?? "without an event"
                let error = ChartError(
                    transition.position,
                    "the machine never takes this transition \(words), "
                        + "because the transition in line \(first.position.line) has no guard",
                    expected: "a guard on the transition in line \(first.position.line)"
                        + (event == nil ? "" : ", or another event")
                )
                errors.append(error)
            } else if transition.condition == nil || transition.condition == .constant(true) {
                taken[transition.events] = transition
            }
        }
        return errors
    }
}
