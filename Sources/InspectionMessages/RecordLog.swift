/// The latest records of an app, in bounded memory.
///
/// If they get too many, each machine keeps its latest entries. What else there is of a machine,
/// such as its beginning, stays until the machine has ended.
package struct RecordLog: Sendable {
    /// A record, and its text.
    package struct Record: Hashable, Sendable {
        package let kind: RecordKind
        package let sequence: Int
        package let machine: Int
        package let line: String

        /// The type of the machine's definition, where it is known.
        package let type: String?

        package init(kind: RecordKind, sequence: Int, machine: Int, line: String, type: String? = nil) {
            self.kind = kind
            self.sequence = sequence
            self.machine = machine
            self.line = line
            self.type = type
        }

        /// About as many bytes as it takes.
        var size: Int { line.utf8.count + 64 }
    }

    /// The records, by their numbers.
    package private(set) var records: [Record] = []

    private let limit: Int
    private var size = 0

    /// A log without records.
    ///
    /// - Parameter limit: How many bytes the records may take.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Appends a record, which has a larger number than those before.
    package mutating func append(_ record: Record) {
        records.append(record)
        size += record.size
        if size > limit { trim() }
    }

    /// The records from a number on.
    package func records(from sequence: Int) -> ArraySlice<Record> {
        var (lower, upper) = (records.startIndex, records.endIndex)
        while lower < upper {
            let middle = (lower + upper) / 2
            if records[middle].sequence < sequence { lower = middle + 1 } else { upper = middle }
        }
        return records[lower...]
    }

    /// Removes records until they take half the memory, if possible, so that this is rare.
    private mutating func trim() {
        var entryLimit = 1024
        while size > limit / 2, entryLimit > 1 {
            entryLimit /= 2
            keepLatestEntries(entryLimit)
        }
        if size > limit / 2 {
            let ended = Set(records.lazy.filter { $0.kind == .ended }.map(\.machine))
            keep { !ended.contains($0.machine) }
        }
        // More live machines than fit.
        if size > limit / 2 {
            let middle = records[records.count / 2].sequence
            keep { $0.sequence >= middle }
        }
    }

    /// Removes all but the latest entries of each machine.
    private mutating func keepLatestEntries(_ count: Int) {
        var counts: [Int: Int] = [:]
        var removed: Set<Int> = []
        for record in records.reversed() where record.kind == .entry {
            counts[record.machine, default: 0] += 1
            if counts[record.machine, default: 0] > count { removed.insert(record.sequence) }
        }
        keep { !removed.contains($0.sequence) }
    }

    private mutating func keep(_ isKept: (Record) -> Bool) {
        records.removeAll { !isKept($0) }
        size = records.reduce(0) { $0 + $1.size }
    }
}
