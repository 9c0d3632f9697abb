/// The text that asks a person for a line of input; it writes nothing until it is set.
@MainActor
package final class Prompt {
    private let terminal: Terminal

    /// What is written; empty if no person is to be asked.
    package var text = ""

    /// Whether the cursor is behind the text.
    private var isShown = false

    /// Creates a prompt without text.
    package init(on terminal: Terminal) {
        self.terminal = terminal
    }

    /// Writes the text, unless the cursor is behind it already.
    package func show() {
        if !isShown { terminal.write(text) }
        isShown = true
    }

    /// Moves the cursor to a new line, if it is behind the text.
    package func leave() {
        if isShown && !text.isEmpty { terminal.print() }
        isShown = false
    }

    /// Notes that a line was entered, which has moved the cursor to a new line.
    package func didReadLine() {
        isShown = false
    }
}
