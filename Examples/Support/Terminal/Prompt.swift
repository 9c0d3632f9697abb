/// The text that asks a person for a line of input, which is empty until you set it.
@MainActor
package final class Prompt {
    private let terminal: Terminal

    /// The text to write; empty if the input does not come from a person.
    package var text = ""

    /// Whether the cursor is after the text.
    private var isShown = false

    /// Creates a prompt without text.
    package init(on terminal: Terminal) {
        self.terminal = terminal
    }

    /// Writes the text, unless the cursor is already after it.
    package func show() {
        if !isShown { terminal.write(text) }
        isShown = true
    }

    /// Moves the cursor to a new line if it is after the text.
    package func leave() {
        if isShown && !text.isEmpty { terminal.print() }
        isShown = false
    }

    /// Records that a line was entered, which has moved the cursor to a new line.
    package func didReadLine() {
        isShown = false
    }
}
