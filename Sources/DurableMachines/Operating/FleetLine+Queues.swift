import Foundation

/// Lines about queues, limits, and pauses.
extension FleetLine {
    /// Returns a table of queues, at most 80 columns wide, with each queue's limits and pause below
    /// it.
    static func table(_ queues: [FleetQueue], now: Date) -> [FleetLine] {
        let name = { (queue: FleetQueue) in queue.name.isEmpty ? "(not known yet)" : plain(queue.name) }
        let width = max(5, min(34, queues.map { name($0).count }.max() ?? 0))
        func row(_ cells: [String]) -> String {
            let columns = zip(cells.dropFirst(), [7, 7, 6, 7, 9]).map { $0.padded(to: $1) }
            let name = cells[0].padding(toLength: max(width, cells[0].count), withPad: " ", startingAt: 0)
            return (name + columns.joined()).replacing(/[ ]+$/, with: "")
        }
        let title = FleetLine(text: row(["queue", "due", "later", "held", "parked", "waiting"]))
        return [title]
            + queues.map { queue in
                let age = queue.oldestDue.map { text(.seconds(Int(max(0, now.timeIntervalSince($0))))) } ?? ""
                let cells = [queue.due, queue.later, queue.held, queue.parked].map(String.init)
                var lines = [row([name(queue)] + cells + [age])]
                if queue.limits != QueueLimits() { lines.append("  \(text(queue.limits))") }
                if let pause = queue.pause { lines.append("  \(text(pause))") }
                return FleetLine(lines.joined(separator: "\n"), object(of: queue))
            }
    }

    init(_ pause: FleetPause) {
        self.init("\(Self.plain(pause.part.description)): \(Self.text(pause))", Self.object(of: pause))
    }

    /// Creates a line that says whether a part is paused.
    init(_ pause: FleetPause?, of part: FleetPart) {
        if let pause {
            self.init(pause)
        } else {
            self.init(
                "\(Self.plain(part.description)): not paused",
                Self.object(of: part).merging(["paused": false]) { $1 }
            )
        }
    }

    init(_ limits: QueueLimits, of queue: String) {
        self.init(
            "the queue \(Self.plain(queue)): \(Self.text(limits))",
            Self.object(of: limits).merging(["queue": queue]) { $1 }
        )
    }

    init(_ machine: MachineRecord) {
        let state = machine.state ?? Data()
        self.init(
            "\(Self.plain(machine.id.text)): \(Self.plain(machine.name)), version \(machine.version), shape \(machine.shape)\n  \(Self.text(state))",
            [
                "machine": machine.id.text, "name": machine.name, "version": machine.version,
                "shape": machine.shape, "state": Self.json(state),
            ]
        )
    }

    // MARK: Words

    private static func text(_ pause: FleetPause) -> String {
        "paused since \(text(pause.start))" + (pause.reason.map { ": \(plain($0))" } ?? "")
    }

    private static func text(_ limits: QueueLimits) -> String {
        var words: [String] = []
        if let jobs = limits.jobs { words.append("\(jobs) at the same time") }
        if let starts = limits.starts { words.append("\(starts) begin in \(text(limits.period))") }
        if limits.headStart != .zero { words.append("a head start of \(text(limits.headStart))") }
        return words.isEmpty ? "no limits" : words.joined(separator: ", ")
    }

    /// Returns a duration in a unit that needs at most three digits.
    private static func text(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        if abs(seconds) < 10, seconds != seconds.rounded() { return "\((seconds * 1_000).rounded() / 1_000) s" }
        for (size, unit) in [(86_400.0, "d"), (3_600, "h"), (60, "min")] where abs(seconds) >= 2 * size {
            return "\(Int(seconds / size)) \(unit)"
        }
        return "\(Int(seconds)) s"
    }

    // MARK: Objects

    private static func object(of queue: FleetQueue) -> [String: Any] {
        var object = self.object(of: queue.limits)
        object["queue"] = queue.name
        (object["due"], object["later"]) = (queue.due, queue.later)
        (object["held"], object["parked"]) = (queue.held, queue.parked)
        object["oldestDue"] = queue.oldestDue.map { text($0) }
        if let pause = queue.pause { object.merge(self.object(of: pause)) { $1 } }
        return object
    }

    private static func object(of limits: QueueLimits) -> [String: Any] {
        var object: [String: Any] = [:]
        object["jobLimit"] = limits.jobs
        object["startLimit"] = limits.starts
        if limits.starts != nil { object["period"] = limits.period / .seconds(1) }
        if limits.headStart != .zero { object["headStart"] = limits.headStart / .seconds(1) }
        return object
    }

    private static func object(of part: FleetPart) -> [String: Any] {
        switch part {
        case .fleet: ["part": "fleet"]
        case .queue(let name): ["part": "queue", "queue": name]
        case .machine(let id): ["part": "machine", "machine": id]
        }
    }

    private static func object(of pause: FleetPause) -> [String: Any] {
        var object = self.object(of: pause.part)
        (object["paused"], object["pausedSince"]) = (true, text(pause.start))
        object["reason"] = pause.reason
        return object
    }
}

extension String {
    /// Returns the text with spaces before it.
    func padded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

    /// A copy that begins with a capital letter.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
