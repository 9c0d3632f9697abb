import StateMachineCommandLine

extension TransitionLabel {
    /// Returns notes about the parts of a label that can be meant otherwise.
    func notes(on text: String, at position: Position, _ notation: LabelNotation) -> [ChartNote] {
        guard !notation.isExplicit else { return [] }
        func note(_ meaning: String, _ advice: String) -> ChartNote {
            ChartNote(.label, at: position, meaning, advice: advice)
        }
        let quoted = "“\(text.abbreviated(after: 60))”"
        let event = "the event's name"
        var notes: [ChartNote] = []
        if hasCommaInName {
            notes.append(
                note("the comma in \(quoted) is a part of \(event)", "For several events, draw several arrows")
            )
        }
        let slash = TransitionLabel.slash(in: text[...])
        let isName = actions.isEmpty && events.count == 1 && SlashEvidence.hasSpacedSlash(text)
        if isName, let slash, !SlashEvidence.isPath(text[..<slash], text[text.index(after: slash)...]) {
            notes.append(
                note(
                    "the slash in \(quoted) is a part of \(event)",
                    "If an action follows the slash, add the comment “\(LabelNotation.comment)”"
                )
            )
        } else if !actions.isEmpty, !notation.areActionsCertain || slash == nil || text.contains(/[^\s\]]\/\S/),
            let event = events.first?.name
        {
            notes.append(
                note(
                    "\(quoted) is the event “\(event.abbreviated(after: 60))” with an action",
                    "If all of it is the event, write it in other words"
                )
            )
        }
        let isCertain = events.allSatisfy { event in
            !event.name.contains(" ") || notation.isEvent(event.name) || !event.parameters.isEmpty
                || Chart.State.time(of: event.name) != nil
        }
        if events.count > 1, text.contains(","), !isCertain,
            !events.contains(where: { Chart.State.time(of: $0.name) != nil })
        {
            let names = events.map { "“\($0.name.abbreviated(after: 60))”" }.joined(separator: " and ")
            notes.append(note("\(quoted) is read as the events \(names)", "For one event, write it without the comma"))
        }
        if case .guard(let name)? = condition, name.contains(/^\d+$|^\w+ \d+$/) {
            notes.append(note("“[\(name)]” is a guard", "If it only refers to another place, leave it out"))
        }
        notes += notesOnDeferral(at: position, quoted)
        if condition == nil, actions.isEmpty, !notation.isNamed(text) {
            if text.contains(/[<>=!]=|\s[<>=]\s|\w[<>]\d|&&|\|\||^(?:if|when|unless)\s/.ignoresCase()) {
                notes.append(
                    note(
                        "\(quoted) is an event",
                        "For a condition, write it in brackets: [\(text.abbreviated(after: 60))]"
                    )
                )
            } else if text.contains(/\s(?:->|<-|=>|→|←|⇒|⇐|↔)\s/) {
                notes.append(
                    note(
                        "the arrow in \(quoted) is a part of \(event)",
                        "For an action, write a slash instead of the arrow"
                    )
                )
            }
        }
        if let event = events.first(where: { $0.remark != nil }) {
            let reason = notation.isRepeated(event.name) ? ", which other labels have, too" : " with a remark"
            notes.append(
                note(
                    "\(quoted) is the event “\(event.name.abbreviated(after: 60))”\(reason)",
                    "For another event, write its words without parentheses"
                )
            )
        }
        return notes
    }

    /// Returns a note if the action is the keyword with which UML keeps an event for later.
    func notesOnDeferral(at position: Position, _ label: String) -> [ChartNote] {
        guard actions.contains(where: { $0.lowercased() == "defer" }) else { return [] }
        let meaning = "“defer” in \(label) is an action, and the state does not keep the event for later"
        return [ChartNote(.label, at: position, meaning, advice: "Keep the event in your code, and send it again")]
    }
}
