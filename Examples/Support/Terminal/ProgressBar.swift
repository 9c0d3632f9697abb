/// A progress bar in one line of a terminal, which writes nothing to other outputs.
package struct ProgressBar: Sendable {
    private let terminal: Terminal
    private let title: String

    /// Creates a bar that has not been drawn yet.
    package init(_ title: String, on terminal: Terminal) {
        self.title = title
        self.terminal = terminal
    }

    /// Draws the bar.
    ///
    /// - Parameters:
    ///   - fraction: The progress from 0 to 1.
    ///   - detail: The text after the bar.
    package func draw(_ fraction: Double, detail: String) {
        terminal.drawStatus(line(fraction, detail: detail, width: terminal.width ?? 80))
    }

    /// Erases the line.
    package func clear() {
        terminal.redraw("")
    }

    func line(_ fraction: Double, detail: String, width: Int) -> String {
        let room = min(40, width - title.columns - detail.columns - 10)
        guard room >= 4 else { return "\(title) \(detail)".truncated(to: width) }
        let done = Int((min(max(fraction, 0), 1) * Double(room)).rounded(.down))
        let percent = String(Int((min(max(fraction, 0), 1) * 100).rounded(.down)))
        let bar = String(repeating: "█", count: done) + String(repeating: "░", count: room - done)
        return "\(title) \(bar) \(String(repeating: " ", count: 3 - percent.count))\(percent)% \(detail)"
    }
}
