/// In what a language of state diagrams differs from others that are written by
/// ``TextDiagramWriter``.
struct TextDiagramLanguage {
    /// The first lines.
    var header: [String]

    /// The last lines.
    var footer: [String] = []

    /// How far all lines between them are indented.
    var depth = 0

    /// What separates lines of a label.
    var lineBreak: String

    /// What stands behind the declaration of a state of failure.
    var failureMark = ""

    /// Whether a frame inside another frame needs an entrance if arrows that cross its border end
    /// at all that is inside.
    var needsEntrances = false

    /// A text so that nothing in it is syntax.
    var spelled: (_ text: String) -> String

    /// The line of a note about all, which may stand beside the first state or region.
    var note: (_ text: String, _ first: String, _ identifiers: inout Identifiers) -> String

    /// Lines at the end that mark states of failure.
    var failures: (_ identifiers: [String]) -> [String] = { _ in [] }
}
