import StateMachineExampleSupport

/// The number of orders in each state, with a progress bar, redrawn in place on a terminal.
///
/// On other outputs, it is a line after each tenth of the orders.
struct ProgressView {
    /// The names of the states, in the order of an order's life.
    private static let states = [
        "placed", "charging", "declined", "reserving", "packing", "shipping", "underway", "withdrawing",
    ]

    /// The names of the states in which an order ends.
    static let finalStates = ["delivered", "cancelled"]

    private let total: Int
    private let terminal: Terminal
    private let bar: ProgressBar

    /// The number of lines above the cursor that the next drawing replaces.
    private var drawnLines = 0

    /// The number of tenths that were printed.
    private var tenths: Int?

    init(total: Int, on terminal: Terminal) {
        self.total = total
        self.terminal = terminal
        bar = ProgressBar("orders", on: terminal)
    }

    /// Shows the number of orders in each state, and what has gone wrong, in words.
    mutating func show(_ counts: [String: Int], faults: [String]) {
        let finished = Self.finalStates.reduce(0) { $0 + (counts[$1] ?? 0) }
        let faults = faults.map { ", \($0)" }.joined()
        guard terminal.isInteractive else { return printTenth(counts, finished: finished, faults: faults) }
        let names = Self.states + Self.finalStates
        eraseTable()
        // On a low terminal, the bar alone is shown.
        if let height = terminal.height, height > names.count + 1 {
            terminal.write(names.map { line($0, counts[$0] ?? 0) + "\n" }.joined())
            drawnLines = names.count
        }
        bar.draw(Double(finished) / Double(max(1, total)), detail: "\(finished) of \(total)\(faults)")
    }

    /// Leaves the last table, and moves the cursor below it.
    func finish() {
        bar.clear()
    }

    private mutating func eraseTable() {
        if drawnLines > 0 { terminal.write("\u{1B}[\(drawnLines)A") }
        terminal.redraw("")
        drawnLines = 0
    }

    private func line(_ name: String, _ count: Int) -> String {
        let number = String(count)
        let digits = String(total).count
        let width = max(0, min(60, (terminal.width ?? 80) - 13 - digits))
        let filled = count == 0 ? 0 : max(1, count * width / max(1, total))
        let padding = String(repeating: " ", count: max(0, digits - number.count))
        let text = "\(name.padded(to: 11)) \(padding)\(number)"
        let bar = String(repeating: "█", count: min(filled, width))
        return (bar.isEmpty ? text : "\(text) \(bar)").truncated(to: terminal.width ?? 80)
    }

    private mutating func printTenth(_ counts: [String: Int], finished: Int, faults: String) {
        let now = finished * 10 / max(1, total)
        defer { tenths = now }
        guard let tenths, now > tenths else { return }
        let states = (Self.states + Self.finalStates).compactMap { name in
            counts[name].flatMap { $0 > 0 ? "\($0) \(name)" : nil }
        }
        terminal.print("\(now * 10)%: \(states.joined(separator: ", "))\(faults)")
    }
}
