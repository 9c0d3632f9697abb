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

    /// Returns the events of an arrow whose label contains no event.
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
    ) -> [EventDescriptor] {
        if !declaration.regions.isEmpty, declaration.regions.allSatisfy(hasEnd) {
            return [EventDescriptor.completion(of: state.id)]
        }
        if !state.activities.isEmpty {
            let subject = state.activities.count == 1 ? state.activities[0] : title(of: state.id)
            let work = state.activities.map { "“\($0)”" }.joined(separator: " and ")
            let event = "\(subject) done"
            note(arrow, "is taken when \(work) has ended, so its event is “\(event)”", event, label)
            return [EventDescriptor(event)]
        }
        if guardsAreEvents, !label.isElse, label.condition != nil {
            let event = diagram.lines(of: arrow).joined(separator: " ").prefix { $0 != "/" }
            let name = trimmed(trimmed(event).dropFirst().dropLast())
            notes.append(
                ChartNote(
                    .event,
                    at: arrow.position,
                    "“\(name)” is read as an event, because arrows with only a guard lead in a circle",
                    advice: "For another event, write its name before the guard, as in event [\(name)]"
                )
            )
            return [EventDescriptor(String(name))]
        }
        guard arrow.label == nil, guardsAreEvents || !isPseudo(arrow.target) else { return [] }
        let name = arrow.target == "[*]" ? "end" : title(of: arrow.target)
        let isUsed = diagram.arrows.contains { diagram.lines(of: $0) == [name] }
        let event = isUsed ? "to \(name)" : name
        note(arrow, "has no event, so the event is named after the target", event, label)
        return [EventDescriptor(event)]
    }

    /// The label of a state, or its id.
    func title(of id: String) -> String {
        guard let declaration = diagram.declarations[id] else { return end.values.contains(id) ? "end" : id }
        return declaration.label ?? declaration.id
    }

    private mutating func note(
        _ arrow: MermaidBuilder.Arrow,
        _ meaning: String,
        _ event: String,
        _ label: TransitionLabel
    ) {
        let text = [event, diagram.lines(of: arrow).joined(separator: " ")].filter { !$0.isEmpty }
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
