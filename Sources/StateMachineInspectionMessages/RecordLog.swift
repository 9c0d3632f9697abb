/// The latest records of an app, in limited memory.
///
/// When there are too many records, each machine keeps only its latest entries. The other records
/// of a machine, such as its first record, stay until the machine has ended.
package struct RecordLog: Sendable {
    /// A record and its text.
    package struct Record: Hashable, Sendable {
        package let kind: RecordKind
        package let sequence: Int
        package let machine: Int
        package let line: String

        /// The type of the machine's definition, if known.
        package let type: String?

        package init(kind: RecordKind, sequence: Int, machine: Int, line: String, type: String? = nil) {
            self.kind = kind
            self.sequence = sequence
            self.machine = machine
            self.line = line
            self.type = type
        }

        /// The approximate size of the record, in bytes.
        var size: Int { line.utf8.count + 64 }
    }

    /// The records, sorted by their numbers.
    package private(set) var records: [Record] = []

    private let limit: Int
    private var size = 0

    /// Creates a log without records.
    ///
    /// - Parameter limit: The maximum size of the records, in bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Appends a record, whose number must be larger than all previous ones.
    package mutating func append(_ record: Record) {
        records.append(record)
        size += record.size
        if size > limit { trim() }
    }

    /// Returns the records whose numbers are at least the given one.
    package func records(from sequence: Int) -> ArraySlice<Record> {
        var (lower, upper) = (records.startIndex, records.endIndex)
        while lower < upper {
            let middle = (lower + upper) / 2
            if records[middle].sequence < sequence { lower = middle + 1 } else { upper = middle }
        }
        return records[lower...]
    }

    /// Removes records until they fill half of the memory, if possible, so that trimming is rare.
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
        // The records of the live machines exceed the limit.
        if size > limit / 2 {
            let middle = records[records.count / 2].sequence
            keep { $0.sequence >= middle }
        }
    }

    /// Removes all except the latest entries of each machine.
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
