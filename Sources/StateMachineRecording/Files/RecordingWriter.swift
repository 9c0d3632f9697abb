import Foundation
import StateMachineInspectionMessages

/// Writes records into a file in parts, and drops the oldest parts when the file is too large.
struct RecordingWriter: Sendable {
    private let path: String
    private let beginning: RecordingHeader
    private let byteLimit: Int
    private var file: FileHandle?

    /// The error of the first write that has failed, after which nothing is written.
    private(set) var error: RecordingFileError?

    /// The sizes of the parts in the file, the last of which is being written.
    private var parts: [Int]

    private var lineCount = 0
    private var steps: [String: Step] = [:]
    private var machines: [Int: MachineDescription] = [:]

    /// A step of the part, which another line can repeat.
    private struct Step {
        let line: Int
        let template: DigitTemplate
    }

    /// What the first line about a machine in a part says.
    fileprivate struct MachineDescription {
        var record: WrittenRecord
        var nextIndex: Int
    }

    init(at path: String, beginning: RecordingHeader, byteLimit: Int) throws(RecordingFileError) {
        (self.path, self.beginning, self.byteLimit) = (path, beginning, byteLimit)
        do {
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
            let file = try FileHandle(forUpdating: URL(filePath: path))
            let size = Int(try file.seekToEnd())
            parts = size > 0 ? [size + 1] : []
            // The last line of an earlier run may be truncated.
            if size > 0 { try file.write(contentsOf: Data("\n".utf8)) }
            self.file = file
        } catch {
            throw RecordingFileError(path, error)
        }
        beginPart()
    }

    mutating func close() {
        try? file?.close()
        file = nil
    }

    mutating func write(_ records: [WrittenRecord]) {
        var text = ""
        for record in records {
            update(by: record)
            append(line(for: record), to: &text)
            guard (parts.last ?? 0) + text.utf8.count > byteLimit / 8 else { continue }
            put(text)
            text = ""
            beginPart()
        }
        put(text)
    }

    /// Begins a part, which describes the machines that have not ended.
    private mutating func beginPart() {
        parts.append(0)
        dropOldParts()
        (lineCount, steps) = (0, [:])
        var text = ""
        append(beginning.jsonLine, to: &text)
        for number in machines.keys.sorted() {
            guard let machine = machines[number] else { continue }
            var record = machine.record
            record.index = machine.nextIndex
            append(record.text, to: &text)
        }
        put(text)
    }

    private mutating func append(_ line: String, to text: inout String) {
        text += line
        text += "\n"
        lineCount += 1
    }

    private mutating func put(_ text: String) {
        guard error == nil, let file, !text.isEmpty else { return }
        do {
            try file.write(contentsOf: Data(text.utf8))
            parts[parts.count - 1] += text.utf8.count
        } catch {
            self.error = RecordingFileError(path, error)
        }
    }

    // MARK: Lines

    private mutating func line(for record: WrittenRecord) -> String {
        guard let entry = record.entryText else { return record.text }
        let template = DigitTemplate(entry)
        let sender = record.sender.map { "\($0.machine ?? 0) \($0.within)" } ?? ""
        let key = "\(record.machine) \(sender) \(template.mask)"
        guard let step = steps[key], let time = record.time else {
            steps[key] = Step(line: lineCount + 1, template: template)
            return record.text
        }
        var parts = ["\(step.line)", "\(record.sequence)", "\(time)"]
        let index = record.sender?.index.map { "\($0)" }
        if template.numbers != step.template.numbers {
            parts += [index ?? "null", "\"\(step.template.digits(for: template))\""]
        } else if let index {
            parts.append(index)
        }
        return "[\(parts.joined(separator: ","))]"
    }

    /// Remembers where a machine is, for the beginning of the next part.
    private mutating func update(by record: WrittenRecord) {
        switch record.kind {
        case .machine: machines[record.machine] = MachineDescription(record: record, nextIndex: 0)
        case .entry: if let change = record.change { machines[record.machine]?.take(change, record) }
        case .started, .stopped:
            machines[record.machine]?.record.activities = record.activities ?? []
            machines[record.machine]?.record.isRunning = record.kind == .started
        case .ended: machines[record.machine] = nil
        case .failure, .outcome: break
        }
    }

    // MARK: The size of the file

    /// Rewrites the file without its oldest parts if it exceeds the limit.
    private mutating func dropOldParts() {
        guard error == nil, let old = file, parts.reduce(0, +) > byteLimit * 7 / 8 else { return }
        var (dropped, count) = (0, 0)
        while parts.dropFirst(count).reduce(0, +) > byteLimit * 3 / 4, count < parts.count - 1 {
            dropped += parts[count]
            count += 1
        }
        do {
            try old.seek(toOffset: UInt64(dropped))
            let url = URL(filePath: path + ".new")
            try Data().write(to: url)
            let new = try FileHandle(forUpdating: url)
            while let data = try old.read(upToCount: 1024 * 1024), !data.isEmpty { try new.write(contentsOf: data) }
            guard rename(path + ".new", path) == 0 else { throw POSIXError(.EIO) }
            try? old.close()
            (file, parts) = (new, Array(parts.dropFirst(count)))
        } catch {
            self.error = RecordingFileError(path, error)
        }
    }
}

extension RecordingWriter.MachineDescription {
    fileprivate mutating func take(_ change: WrittenRecord.Change, _ entry: WrittenRecord) {
        nextIndex = (entry.index ?? nextIndex) + 1
        (record.state, record.path) = (change.state, change.path)
        record.activities = (record.activities ?? []).filter { !change.exited.contains($0) } + change.entered
        (record.sequence, record.time) = (entry.sequence, entry.time)
    }
}
