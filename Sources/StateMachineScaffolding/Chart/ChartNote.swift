import StateMachineCommandLine

/// A note about a statement of a diagram that can be understood in more than one way.
package struct ChartNote: Sendable, Equatable {
    /// The subject of a note, of which a message contains only the first five notes.
    package enum Subject: Sendable, Hashable {
        case beginning, choice, event, label, region, spelling, statement
    }

    package var subject: Subject
    package var position: Position

    /// A description of the chosen meaning.
    package var meaning: String

    /// The text to write for this meaning, or for another one.
    package var advice: String?

    package init(_ subject: Subject, at position: Position, _ meaning: String, advice: String? = nil) {
        (self.subject, self.position, self.meaning, self.advice) = (subject, position, meaning, advice)
    }

    /// Returns a note that the lines of a label are several labels.
    static func list(_ labels: [String], at position: Position) -> ChartNote {
        let list = labels.map { "“\($0.abbreviated(after: 60))”" }.joined(separator: " and ")
        let advice = "If they are one label, write it in one line"
        return ChartNote(.label, at: position, "the lines of the label are read as \(list)", advice: advice)
    }

    /// Returns a note that a label is not an event.
    static func remark(_ label: String, at position: Position) -> ChartNote {
        ChartNote(.label, at: position, "“\(label.abbreviated(after: 60))” is a remark and not an event")
    }

    /// Returns a note that a further arrow leads from the start to a state.
    static func otherBeginning(
        in state: String,
        at position: Position,
        about subject: Subject = .beginning
    ) -> ChartNote {
        ChartNote(subject, at: position, "the machine can also begin in “\(state)”, so it has several initial states")
    }

    package var description: String {
        "note: line \(position.line): \(meaning)" + (advice.map { ". \($0)" } ?? "")
    }

    /// Returns the descriptions of notes in the order of their lines, with at most five about one
    /// subject.
    package static func report(_ notes: [ChartNote]) -> [String] {
        var counts: [Subject: Int] = [:]
        var told: Set<String> = []
        let different = notes.filter { told.insert($0.description).inserted }
        var lines = different.sorted { $0.position < $1.position }.compactMap { note in
            counts[note.subject, default: 0] += 1
            return counts[note.subject, default: 0] <= shown ? note.description : nil
        }
        let rest = counts.values.reduce(0) { $0 + max(0, $1 - shown) }
        if rest > 0 { lines.append("note: \(rest) more note\(rest == 1 ? "" : "s") like these") }
        return lines
    }

    private static let shown = 5
}
