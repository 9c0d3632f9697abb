import StateMachineCommandLine

/// Notes about the parts of a diagram that people also draw with another meaning.
extension MermaidToChart {
    /// Notes that the word “and” or “or” in a label without brackets combines two guards.
    mutating func noteChoices() {
        guard !notation.isExplicit else { return }
        for arrow in diagram.arrows where diagram.declarations[arrow.source]?.stereotype == "choice" {
            let text = diagram.text(of: arrow)
            guard !text.contains("["), let word = text.firstMatch(of: /\s(and|or)\s/.ignoresCase()) else { continue }
            notes.append(
                ChartNote(
                    .choice,
                    at: arrow.position,
                    "“\(text.abbreviated(after: 60))” is read as guards that “\(word.1)” combines",
                    advice: "For one guard, write it without this word"
                )
            )
        }
    }

    /// Notes that `[*]` inside the only outer state ends this state and not the machine.
    mutating func noteInnerEnds(in root: Chart.State) {
        guard !notation.isExplicit, root.children.count == 1, let state = root.children.first,
            state.kind == .compound, state.transitions.isEmpty,
            let end = diagram.arrows.first(where: { $0.target == "[*]" && diagram.scopes[$0.scope].owner == state.id })
        else { return }
        notes.append(
            ChartNote(
                .statement,
                at: end.position,
                "the arrow to [*] ends “\(state.label ?? state.id)” and not the machine",
                advice: "To end the machine, write \(state.id) --> [*]"
            )
        )
    }
}
