/// The syntax of a state diagram language for ``TextDiagramWriter``.
struct TextDiagramLanguage {
    /// The first lines.
    var header: [String]

    /// The last lines.
    var footer: [String] = []

    /// The indentation of the lines between the header and the footer.
    var depth = 0

    /// The beginning of a line that only people read.
    var comment: String

    /// The separator of the lines in a label.
    var lineBreak: String

    /// The text after the declaration of a failure state.
    var failureMark = ""

    /// Whether a nested frame whose states all have arrows across the border needs an entrance.
    var needsEntrances = false

    /// A closure that returns a text without any characters that the language treats as syntax.
    var spelled: (_ text: String) -> String

    /// A closure that returns a note about the whole machine.
    ///
    /// The note may be beside the first state or region.
    var note: (_ text: String, _ first: String, _ identifiers: inout Identifiers) -> String

    /// A closure that returns lines at the end of the diagram that mark failure states.
    var failures: (_ identifiers: [String]) -> [String] = { _ in [] }
}
