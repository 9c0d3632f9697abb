import Foundation

/// The rows of one fleet.
struct InMemoryTables {
    private(set) var machines: [MachineID: MachineRecord] = [:]
    private(set) var events: [MachineID: [EventRecord]] = [:]
    private(set) var jobs: [MachineID: [JobRecord]] = [:]

    /// The jobs of each queue that may be taken at some time, the earliest first.
    private(set) var takes: [String: [Take]] = [:]

    var controls: [ControlRecord.Subject: ControlRecord] = [:]

    /// The positions of events with IDs in each machine's history.
    private var numbers: [MachineID: [MachineID: Int]] = [:]

    struct Take: Comparable {
        let date: Date
        let key: JobRecord.Key

        static func < (left: Take, right: Take) -> Bool {
            (left.date, left.key.machine, left.key.version, left.key.ordinal)
                < (right.date, right.key.machine, right.key.version, right.key.ordinal)
        }
    }

    mutating func set(_ machine: MachineRecord?, for id: MachineID) {
        machines[id] = machine
    }

    func event(_ id: MachineID, of machine: MachineID) -> EventRecord? {
        guard let number = numbers[machine]?[id] else { return nil }
        return events[machine]?.first { $0.number == number }
    }

    mutating func set(_ records: [EventRecord], of machine: MachineID) {
        events[machine] = records
        numbers[machine] = Dictionary(
            records.compactMap { record in record.id.map { ($0, record.number) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Adds an event, unless its number or its ID exists already.
    mutating func append(_ event: EventRecord) throws(DurableStoreError) {
        var records = events.removeValue(forKey: event.machine) ?? []
        defer { events[event.machine] = records }
        let index = records.lastIndex { $0.number <= event.number }
        let isKnown = event.id.map { numbers[event.machine]?[$0] != nil } ?? false
        if isKnown || index.map({ records[$0].number == event.number }) == true {
            let message = "The machine \(event.machine) has already received this event."
            throw .failed("the in-memory store", code: "19", message: message)
        }
        records.insert(event, at: index.map { $0 + 1 } ?? 0)
        if let id = event.id { numbers[event.machine, default: [:]][id] = event.number }
    }

    mutating func removeEvent(_ number: Int, of machine: MachineID) {
        guard let index = events[machine]?.lastIndex(where: { $0.number == number }) else { return }
        if let id = events[machine]?.remove(at: index).id { numbers[machine]?[id] = nil }
    }

    func job(_ key: JobRecord.Key) -> JobRecord? {
        jobs[key.machine]?.first { $0.key == key }
    }

    mutating func set(_ job: JobRecord?, for key: JobRecord.Key) {
        var others = jobs.removeValue(forKey: key.machine) ?? []
        if let index = others.firstIndex(where: { $0.key == key }) {
            let former = others.remove(at: index)
            if let date = former.nextTake { remove(Take(date: date, key: key), from: former.queue) }
        }
        if let job {
            let index =
                others.firstIndex { ($0.key.version, $0.key.ordinal) > (key.version, key.ordinal) } ?? others.endIndex
            others.insert(job, at: index)
            if let date = job.nextTake { insert(Take(date: date, key: key), into: job.queue) }
        }
        jobs[key.machine] = others.isEmpty ? nil : others
    }

    private mutating func insert(_ take: Take, into queue: String) {
        takes[queue, default: []].insert(take, at: Self.position(of: take, in: takes[queue] ?? []))
    }

    private mutating func remove(_ take: Take, from queue: String) {
        guard let jobs = takes[queue] else { return }
        let index = Self.position(of: take, in: jobs)
        if index < jobs.count, jobs[index] == take { takes[queue]?.remove(at: index) }
        if takes[queue]?.isEmpty == true { takes[queue] = nil }
    }

    /// The position of the first element that does not precede another one, by binary search.
    private static func position(of take: Take, in takes: [Take]) -> Int {
        var (start, end) = (0, takes.count)
        while start < end {
            let middle = (start + end) / 2
            if takes[middle] < take { start = middle + 1 } else { end = middle }
        }
        return start
    }
}
