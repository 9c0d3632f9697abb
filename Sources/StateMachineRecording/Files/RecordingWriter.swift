import Foundation
import StateMachineInspectionMessages

/// Writes records into a file in parts, and drops the oldest parts when the file is too large.
struct RecordingWriter: Sendable {
    private let path: String
    private let beginning: RecordingHeader
    private let byteLimit: Int
    private var file: FileHandle?

    /// An error of the first failed write, after which nothing is written.
    private(set) var error: RecordingFileError?

    /// Sizes of the parts in the file, the last of which is being written.
    private var parts: [Int]

    private var lineCount = 0

    /// Steps by the bytes of their texts, because strings that look alike are equal.
    private var steps: [[UInt8]: Step] = [:]

    /// Each machine's first record in the next part, whose index is that of its next entry.
    private var machines: [Int: WrittenRecord] = [:]

    /// A step of the part, which another line can repeat.
    private struct Step {
        let line: Int
        let template: DigitTemplate
    }

    init(at path: String, beginning: RecordingHeader, byteLimit: Int) throws(RecordingFileError) {
        (self.path, self.beginning, self.byteLimit) = (path, beginning, byteLimit)
        do {
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
            let file = try Self.open(path)
            let size = Int(try file.seekToEnd())
            parts = []
            // The last line of an earlier run may be truncated.
            if size > 0 {
                try file.write(contentsOf: Data("\n".utf8))
                parts = Self.parts(of: try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe))
            }
            self.file = file
        } catch {
            throw error as? RecordingFileError ?? RecordingFileError(path, error)
        }
        beginPart()
    }

    /// Opens a file and locks it, so that no other writer can, not even in this process.
    private static func open(_ path: String) throws -> FileHandle {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        guard flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw RecordingFileError(path, because: "this process or another one is already writing to it")
        }
        return file
    }

    /// Returns the part sizes of an existing file.
    private static func parts(of data: Data) -> [Int] {
        let mark = Data("\"kind\":\"recording\"".utf8)
        var starts: [Int] = [0]
        var place = data.startIndex
        while let found = data[place...].range(of: mark) {
            // The keys of the line before it are sorted.
            let line = data[..<found.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            if line > starts[starts.count - 1] { starts.append(line) }
            place = found.upperBound
        }
        return zip(starts, starts.dropFirst() + [data.count]).map { $1 - $0 }
    }

    mutating func close() {
        try? file?.close()
        (file, steps) = (nil, [:])
    }

    mutating func write(_ records: [WrittenRecord]) {
        guard error == nil else { return }
        var text = ""
        for record in records {
            let isNext = record.index == machines[record.machine]?.index
            update(by: record)
            append(line(for: record, isNext), to: &text)
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
        for (_, machine) in machines.sorted(by: { $0.key < $1.key }) { append(machine.text, to: &text) }
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
            steps = [:]
        }
    }

    // MARK: Lines

    private mutating func line(for record: WrittenRecord, _ isNext: Bool) -> String {
        guard let entry = record.entryText else { return record.text }
        let template = DigitTemplate(entry)
        let sender = record.sender.map { "\($0.machine ?? 0) \($0.within)" } ?? ""
        let key = Array("\(record.machine) \(sender) \(template.mask)".utf8)
        // An index that does not follow the previous one shows that events are missing.
        guard let step = steps[key], let time = record.time, isNext else {
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

    /// Remembers where a machine is, for the next part's beginning.
    private mutating func update(by record: WrittenRecord) {
        switch record.kind {
        case .machine:
            machines[record.machine] = record
            machines[record.machine]?.index = 0
        case .entry: if let change = record.change { machines[record.machine]?.take(change, record) }
        case .started, .stopped:
            machines[record.machine]?.activities = record.activities ?? []
            machines[record.machine]?.isRunning = record.kind == .started
        case .ended: machines[record.machine] = nil
        case .failure, .outcome: break
        }
    }

    // MARK: The size of the file

    /// Rewrites the file without its oldest parts if it exceeds the limit.
    private mutating func dropOldParts() {
        guard error == nil, let old = file, parts.reduce(0, +) > byteLimit * 7 / 8 else { return }
        var (dropped, count) = (0, 0)
        while parts.dropFirst(count).reduce(0, +) > byteLimit * 3 / 4, count < parts.count - 2 {
            dropped += parts[count]
            count += 1
        }
        // If there is no room for the rewritten file, the old one stays, and grows.
        guard count > 0, let new = try? rewritten(old, from: dropped) else {
            try? FileManager.default.removeItem(atPath: path + ".new")
            _ = try? old.seekToEnd()
            return
        }
        try? old.close()
        (file, parts) = (new, Array(parts.dropFirst(count)))
    }

    /// Replaces the file by one that begins at an offset of it.
    private func rewritten(_ old: FileHandle, from offset: Int) throws -> FileHandle {
        try old.seek(toOffset: UInt64(offset))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        try Data().write(to: URL(filePath: path + ".new"))
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + ".new") }
        let new = try Self.open(path + ".new")
        while let data = try old.read(upToCount: 1024 * 1024), !data.isEmpty { try new.write(contentsOf: data) }
        guard rename(path + ".new", path) == 0 else { throw POSIXError(.EIO) }
        return new
    }
}

extension WrittenRecord {
    /// Moves a machine's record behind an entry.
    fileprivate mutating func take(_ change: Change, _ entry: WrittenRecord) {
        index = (entry.index ?? index ?? 0) + 1
        (state, path) = (change.state, change.path)
        activities = (activities ?? []).filter { !change.exited.contains($0) } + change.entered
        (sequence, time) = (entry.sequence, entry.time)
    }
}
