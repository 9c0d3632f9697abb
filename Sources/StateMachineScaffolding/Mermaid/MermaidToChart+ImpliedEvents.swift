// The meaning of arrows without an event, and notes about labels.

extension MermaidToChart {
    /// Whether an arrow makes its source a final state, as the only arrow of a simple state does if
    /// it leads to `[*]` and has no label.
    ///
    /// An arrow that leaves a state with an activity is taken when the activity ends.
    func makesFinal(_ arrow: MermaidBuilder.Arrow) -> Bool {
        guard arrow.target == "[*]", arrow.label == nil, let source = diagram.declarations[arrow.source] else {
            return false
        }
        return source.regions.isEmpty && source.stereotype == nil && source.scope == arrow.scope
            && !diagram.hasActivity(source) && outgoing[arrow.source]?.count == 1
    }

    /// Whether the states of a scope can complete.
    private func hasEnd(_ scope: Int) -> Bool {
        diagram.arrows.contains { $0.scope == scope && $0.target == "[*]" }
    }

    /// Returns the events of an arrow whose label contains no event, and whether its guard has
    /// become the event.
    ///
    /// Such an arrow is taken when its source is complete (UML 2.5.1, section 14.2.3.8.3): when the
    /// states inside it have ended, or its activity has. If there is nothing to complete, an arrow
    /// with a guard or to a choice is taken at once, and any other arrow gets an event that is
    /// named after its target.
    mutating func impliedEvents(
        of arrow: MermaidBuilder.Arrow,
        _ label: TransitionLabel,
        _ state: Chart.State,
        _ declaration: MermaidBuilder.Declaration
    ) -> (events: [EventDescriptor], isGuard: Bool) {
        if !declaration.regions.isEmpty, declaration.regions.allSatisfy(hasEnd) {
            return ([EventDescriptor.completion(of: state.id)], false)
        }
        if !state.activities.isEmpty {
            let subject = state.activities.count == 1 ? state.activities[0] : title(of: state.id)
            let work = state.activities.map { "“\($0)”" }.joined(separator: " and ")
            let (event, verb) = ("\(subject) done", state.activities.count == 1 ? "has" : "have")
            note(arrow, "is taken when \(work) \(verb) ended, so its event is “\(event)”", event)
            return ([EventDescriptor(event)], false)
        }
        let isInCircle = circle.contains(state.id)
        if isInCircle, let name = label.condition?.words {
            notes.append(
                ChartNote(
                    .event,
                    at: arrow.position,
                    "“\(name)” is read as an event, because arrows without an event form a loop",
                    advice: "For another event, write its name before the guard, as in event [\(name)]"
                )
            )
            return ([EventDescriptor(name)], true)
        }
        let isDecision =
            label.condition != nil || label.isElse || isPseudo(arrow.target)
            || notation.isExplicit && arrow.label != nil
        guard isInCircle || !isDecision else { return ([], false) }
        let name = arrow.target == "[*]" ? "end" : title(of: arrow.target)
        let event = usedLabels.contains(name) ? "to \(name)" : parameters.spelling(of: name)
        note(arrow, "has no event, so the event is named after the target", event)
        return ([EventDescriptor(event)], false)
    }

    /// The label of a state, or its id.
    func title(of id: String) -> String {
        guard let declaration = diagram.declarations[id] else { return end.values.contains(id) ? "end" : id }
        return declaration.label ?? declaration.id
    }

    private mutating func note(
        _ arrow: MermaidBuilder.Arrow,
        _ meaning: String,
        _ event: String
    ) {
        let text = [event, diagram.text(of: arrow)].filter { !$0.isEmpty }
        let line = MermaidStatement.arrow(arrow.source, arrow.target, text.joined(separator: " "))
        notes.append(
            ChartNote(
                .event,
                at: arrow.position,
                "the arrow from “\(arrow.source)” to “\(arrow.target)” \(meaning)",
                advice: "For another event, write its name, as in \(line)"
            )
        )
    }
}
