import Foundation
import StateMachineInspectionMessages

/// Everything that a recording's lines contain about one machine.
struct RecordedMachine {
    let name: String?
    let type: String?
    let date: Date?

    /// A number that the machines of one run of an app have in common.
    let run: Int

    /// The machine's number in its run.
    let number: Int

    /// How many events there were before the first line about the machine.
    let firstIndex: Int

    /// Whether the machine was running when its recording began.
    let wasRunning: Bool

    /// Whether the entries contain only what a redaction has left.
    let isRedacted: Bool

    private(set) var entries: [RecordedLine] = []

    /// Lines that report violated properties, by property name.
    private(set) var failures: [String: Int] = [:]

    /// The index of the next entry, as far as the lines up to here tell.
    private(set) var nextIndex: Int

    init(_ head: RecordingHead?, date: Date?, run: Int, number: Int) {
        name = head?.name
        type = head?.type
        self.date = date
        self.run = run
        self.number = number
        firstIndex = head?.index ?? 0
        wasRunning = head?.isRunning ?? false
        isRedacted = head?.isRedacted ?? false
        nextIndex = firstIndex
    }

    /// How many events there were before the first entry.
    var missingCount: Int { entries.first?.index ?? firstIndex }

    mutating func append(_ line: RecordedLine) {
        entries.append(line)
        nextIndex = line.index + 1
    }

    mutating func report(_ property: String, inLine line: Int) {
        if failures[property] == nil { failures[property] = line }
    }

    mutating func sort() { entries.sort { $0.sequence < $1.sequence } }
}

/// Machines in a recording's text.
struct RecordedMachines {
    private(set) var machines: [RecordedMachine] = []

    /// Each run's first line that cannot be read, by run number.
    ///
    /// If an app crashes, the last line of its run may be truncated, and the next run follows.
    private(set) var problems: [Int: (number: Int, line: Data, error: any Error)] = [:]

    /// How many lines there are.
    private(set) var lineCount = 0

    private var run = 0
    private var session: String?
    private var date: Date?
    private var hasParts = false

    /// How many lines there are before the part's first one.
    private var partStart = 0

    /// Indices in `machines` of this part's machines, by their numbers.
    private var numbers: [Int: Int] = [:]

    /// Entries of this part that can be repeated, by the numbers of their lines in the part.
    private var repeatable: [Int: (machine: Int, line: RecordedLine)] = [:]
    private var templates: [Int: DigitTemplate] = [:]

    private let decoder = JSONDecoder()

    /// Reads each run's lines up to the first one that cannot be read.
    init(_ text: String) {
        // Split the bytes, because some of Swift's line endings can occur inside a JSON string.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lineCount = lines.count
        for (index, line) in lines.enumerated() {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            if problems[run] != nil, Substring(line).firstRange(of: "\"kind\":\"recording\"") == nil { continue }
            do {
                try read(line, index + 1)
            } catch {
                problems[run] = (index + 1, Data(line), error)
            }
        }
        for index in machines.indices where hasParts { machines[index].sort() }
    }

    private mutating func read(_ line: Substring.UTF8View, _ number: Int) throws {
        if hasParts, line.first == UInt8(ascii: "[") { return try readRepeated(line, number) }
        let data = Data(line)
        // A line of an older recording has no kind.
        guard let head = try hasParts ? decoder.decode(RecordingHead.self, from: data) : older(data) else {
            return readOlder(data, number)
        }
        if head.kind == "recording" { return try begin(head, number) }
        guard hasParts else { throw UnreadableLine(reason: "a 'recording' line must come before it") }
        guard let kind = head.known, let machine = head.machine else { return }
        try head.checkNumbers()
        switch kind {
        case .machine: beginMachine(machine, head)
        case .entry: try add(head, machine, data, number)
        case .failure:
            if let index = numbers[machine], let property = head.property {
                machines[index].report(property, inLine: number)
            }
        case .started, .outcome, .stopped, .ended: break
        }
    }

    private mutating func begin(_ head: RecordingHead, _ number: Int) throws {
        let version = head.version ?? 0
        guard version <= RecordingHeader.version else {
            throw UnreadableLine(version: version, isLaterThan: RecordingHeader.version)
        }
        guard version == RecordingHeader.version else {
            throw UnreadableLine(reason: "version \(version) of a recording does not exist")
        }
        if !hasParts || head.session == nil || head.session != session { run += 1 }
        (session, hasParts, partStart) = (head.session, true, number - 1)
        date = RecordingHeader.day(head.date)
        (repeatable, templates, numbers) = ([:], [:], [:])
    }

    private mutating func beginMachine(_ number: Int, _ head: RecordingHead) {
        // In a later part, the machine continues.
        let former = machines.lastIndex { $0.run == run && $0.number == number }
        if let former {
            numbers[number] = former
        } else {
            numbers[number] = machines.count
            machines.append(RecordedMachine(head, date: date, run: run, number: number))
        }
    }

    private mutating func add(_ head: RecordingHead, _ number: Int, _ data: Data, _ line: Int) throws {
        guard let machine = numbers[number] else {
            throw UnreadableLine(reason: "a line that describes machine \(number) must come before it")
        }
        let time = try head.time.map { seconds in
            guard let time = seconds.asSeconds else {
                throw UnreadableLine(reason: "time: \(seconds) seconds is out of range")
            }
            return time
        }
        let read = RecordedLine(
            number: line,
            text: data,
            original: line,
            isOriginal: true,
            isRecord: true,
            time: time,
            sequence: head.sequence ?? line,
            index: head.index ?? machines[machine].nextIndex,
            sender: named(head.sender)
        )
        machines[machine].append(read)
        repeatable[line - partStart] = (machine, read)
    }

    private mutating func readRepeated(_ text: Substring.UTF8View, _ number: Int) throws {
        let step = try RepeatedStep(Substring(text))
        guard let (machine, line) = repeatable[step.line] else {
            throw UnreadableLine(reason: "it repeats line \(step.line) of its part, which contains no entry")
        }
        var (data, isOriginal) = (line.text, true)
        if let digits = step.digits {
            let text = String(decoding: line.text, as: UTF8.self)
            guard let template = templates[step.line] ?? text.entryText.map({ DigitTemplate(String($0)) }) else {
                throw UnreadableLine(reason: "the record that it repeats does not begin with the entry")
            }
            templates[step.line] = template
            (data, isOriginal) = (Data("{\"entry\":\(template.filled(with: digits))}".utf8), false)
        }
        var sender = line.sender
        sender?.index = step.senderIndex
        machines[machine].append(
            RecordedLine(
                number: number,
                text: data,
                original: line.number,
                isOriginal: isOriginal,
                isRecord: true,
                time: step.time,
                sequence: step.sequence,
                index: machines[machine].nextIndex,
                sender: sender
            )
        )
    }

    /// Returns a record's head, or `nil` for a line without a kind.
    private func older(_ data: Data) -> RecordingHead? { try? decoder.decode(RecordingHead.self, from: data) }

    /// Adds a line of a recording before version 3, which contains one machine.
    private mutating func readOlder(_ data: Data, _ number: Int) {
        if machines.isEmpty {
            machines.append(RecordedMachine(nil, date: nil, run: 0, number: 0))
        }
        machines[0].append(
            RecordedLine(
                number: number,
                text: data,
                original: number,
                isOriginal: true,
                isRecord: false,
                time: nil,
                sequence: number,
                index: machines[0].nextIndex,
                sender: nil
            )
        )
    }

    /// Returns a sender with its machine's name.
    private func named(_ sender: EventSender?) -> EventSender? {
        guard var sender, sender.name == nil, let machine = sender.machine else { return sender }
        sender.name = numbers[machine].flatMap { machines[$0].name }
        return sender
    }
}
