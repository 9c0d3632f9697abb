import StateMachineCommandLine

extension Chart.State {
    /// Makes events of guards if the state waits for them.
    ///
    /// A guard on an arrow without an event is evaluated when the machine enters the state. If all
    /// guards can be false, the machine would stay there forever, so the person who drew it means
    /// that the machine waits until one of them becomes true.
    ///
    /// - Returns: A note for each guard.
    mutating func waitForGuards(_ notation: LabelNotation) -> [ChartNote] {
        let steps = transitions.indices.filter { transitions[$0].events.isEmpty }
        let conditions = steps.map { transitions[$0].condition }
        let isDecided = conditions.contains { condition in
            guard let condition, let words = condition.words else { return true }
            return notation.isNamed(words)
        }
        let known = conditions.compactMap(\.self)
        let isComplete = Condition.constant(true).value(ifNoneOf: known) == nil || known.haveOpposites
        guard !isDecided, !isComplete else { return [] }
        return steps.map { step in
            let event = transitions[step].condition?.words ?? ""
            transitions[step].events = [EventDescriptor(event)]
            transitions[step].condition = nil
            return ChartNote(
                .event,
                at: transitions[step].position,
                "“\(event.abbreviated(after: 60))” is read as an event that “\(id)” waits for, "
                    + "because the guards on the arrows from “\(id)” can all be false at once",
                advice: "To have the machine decide immediately, add an arrow with [else]"
            )
        }
    }
}
