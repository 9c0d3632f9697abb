import Foundation

/// The reads and writes of one transaction in memory, and what undoes the writes.
final class InMemoryTransaction: StoreTransaction {
    private(set) var tables: InMemoryTables
    let now: Date

    private enum Undo {
        case machine(MachineID, MachineRecord?)
        case job(JobRecord.Key, JobRecord?)
        case append(MachineID, Int)
        case events(MachineID, [EventRecord])
        case control(ControlRecord.Subject, ControlRecord?)
    }

    private var undos: [Undo] = []
    private let isWriting: Bool

    /// The first error, after which the transaction is undone, even if its closure has caught it.
    private(set) var failure: DurableStoreError?

    init(_ tables: consuming InMemoryTables, isWriting: Bool, now: Date) {
        self.tables = tables
        self.isWriting = isWriting
        self.now = Microseconds(now).date
    }

    /// Performs a change, unless the transaction only reads.
    private func write<Result>(_ change: () throws(DurableStoreError) -> Result) throws(DurableStoreError) -> Result {
        if let failure { throw failure }
        do throws(DurableStoreError) {
            guard isWriting else {
                throw .failed("the in-memory store", code: "8", message: "A read-only transaction cannot write.")
            }
            return try change()
        } catch {
            failure = error
            throw error
        }
    }

    func rollBack() {
        while let undo = undos.popLast() {
            switch undo {
            case .machine(let id, let machine): tables.set(machine, for: id)
            case .job(let key, let job): tables.set(job, for: key)
            case .append(let machine, let number): tables.removeEvent(number, of: machine)
            case .events(let machine, let records): tables.set(records, of: machine)
            case .control(let subject, let control): tables.controls[subject] = control
            }
        }
    }

    func machine(_ id: MachineID) -> MachineRecord? { tables.machines[id] }

    func save(_ machine: MachineRecord) throws {
        try write {
            undos.append(.machine(machine.id, tables.machines[machine.id]))
            tables.set(machine, for: machine.id)
        }
    }

    func machines(inState name: String?, after id: MachineID?, limit: Int) -> [MachineRecord] {
        let found = tables.machines.values.filter { machine in
            machine.state != nil && (name == nil || machine.name == name) && id.map { machine.id > $0 } != false
        }
        return Array(found.sorted { $0.id < $1.id }.prefix(max(0, limit)))
    }

    func counts() -> [String: Int] {
        Dictionary(tables.machines.values.filter { $0.state != nil }.map { ($0.name, 1) }, uniquingKeysWith: +)
    }

    func event(_ id: MachineID, of machine: MachineID) -> EventRecord? { tables.event(id, of: machine) }

    func append(_ event: EventRecord) throws {
        try write { () throws(DurableStoreError) in
            try tables.append(event)
            undos.append(.append(event.machine, event.number))
        }
    }

    func events(of machine: MachineID, after number: Int, limit: Int) -> [EventRecord] {
        Array((tables.events[machine] ?? []).drop { $0.number <= number }.prefix(max(0, limit)))
    }

    func search(_ old: OldEvents, after key: EventRecord.Key?, limit: Int) -> EventSearch {
        let all = tables.events.sorted { $0.key < $1.key }.lazy.flatMap(\.value)
        let examined = Array(
            all.drop { event in key.map { (event.machine, event.number) <= ($0.machine, $0.number) } ?? false }
                .prefix(max(1, limit))
        )
        let found = examined.first { contains($0, in: old) }
        let last = found == nil && examined.count == max(1, limit) ? examined.last : nil
        func name(_ event: EventRecord) -> EventRecord.Key {
            EventRecord.Key(machine: event.machine, number: event.number)
        }
        return EventSearch(found: found.map(name), last: last.map(name))
    }

    private func contains(_ event: EventRecord, in old: OldEvents) -> Bool {
        let last = tables.machines[event.machine]?.lastNumber
        let key = EventRecord.Key(machine: event.machine, number: event.number)
        return old.contains(key, last: last, date: event.date, hasContent: event.content != nil)
    }

    func remove(_ old: OldEvents, after key: EventRecord.Key?, limit: Int) throws -> Removal {
        var (count, examined, last) = (0, 0, key)
        for (machine, records) in tables.events.sorted(by: { $0.key < $1.key }) {
            let former = count
            let changed = records.compactMap { record in
                let isLater = key.map { ($0.machine, $0.number) < (machine, record.number) } ?? true
                guard isLater, examined < limit else { return record }
                examined += 1
                last = EventRecord.Key(machine: machine, number: record.number)
                guard contains(record, in: old) else { return record }
                count += 1
                return old.part == .rows ? nil : record.withoutContent
            }
            guard count > former else { continue }
            try write {
                undos.append(.events(machine, records))
                tables.set(changed, of: machine)
            }
        }
        return Removal(count: count, last: examined < limit ? nil : last)
    }

    func jobs(of machine: MachineID) -> [JobRecord] { tables.jobs[machine] ?? [] }

    func jobs(from first: MachineID, through last: MachineID) -> [JobRecord] {
        tables.jobs.filter { first <= $0.key && $0.key <= last }.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    func job(_ key: JobRecord.Key) -> JobRecord? { tables.job(key) }

    func save(_ job: JobRecord) throws {
        try set(job.state == .deleted ? nil : job.withWholeMicroseconds, for: job.key)
    }

    func delete(_ key: JobRecord.Key) throws { try set(nil, for: key) }

    private func set(_ job: JobRecord?, for key: JobRecord.Key) throws {
        try write {
            undos.append(.job(key, tables.job(key)))
            tables.set(job, for: key)
        }
    }

    func takeableJobs(_ search: JobSearch, limit: Int) -> [JobRecord] {
        let due = (tables.takes[search.queue] ?? []).lazy.prefix { $0.date <= search.date }
        let found = due.compactMap { self.tables.job($0.key) }.filter { job in
            job.shape <= search.shape
                && !(search.skipsPausedMachines && self.tables.controls[.machine(job.key.machine)] != nil)
        }
        return Array(found.prefix(max(0, limit)))
    }

    func jobs(_ filter: JobFilter, after key: JobRecord.Key?, limit: Int) -> [JobRecord] {
        func order(_ key: JobRecord.Key) -> (MachineID, Int, Int) { (key.machine, key.version, key.ordinal) }
        let found = tables.jobs.values.joined().filter { job in
            (key.map { order($0) < order(job.key) } ?? true) && matches(job, filter)
        }
        let sorted = found.sorted { left, right in
            guard filter.condition == .due, left.nextTake != right.nextTake else {
                return order(left.key) < order(right.key)
            }
            return (left.nextTake ?? .distantFuture) < (right.nextTake ?? .distantFuture)
        }
        return Array(sorted.prefix(max(0, limit)))
    }

    private func matches(_ job: JobRecord, _ filter: JobFilter) -> Bool {
        let isDue = job.nextTake.map { $0 <= now } ?? false
        let state = StoredJobState(job.state, deaths: 0)?.name
        let isMatch =
            switch filter.condition {
            case nil: true
            case .due: isDue
            case .later: state == .waiting && !isDue
            case .held: job.state.holder != nil && !isDue
            case .done: state == .done
            case .parked: state == .parked
            }
        let machine = tables.machines[job.key.machine]
        return isMatch && filter.queue.map { $0 == job.queue } ?? true
            && filter.machineState.map { $0 == machine?.name && machine?.state != nil } ?? true
            && filter.age.map { job.due + $0 < now } ?? true
    }

    // MARK: Queues

    func queueStates(shape: Int) -> QueueStates {
        var states = QueueStates()
        states.nextTakes = tables.takes.compactMapValues { takes in
            takes.first { take in
                tables.controls[.machine(take.key.machine)] == nil
                    && tables.job(take.key).map { $0.shape <= shape } == true
            }?.date
        }
        states.controls = Array(tables.controls.values)
        for job in tables.jobs.values.joined() where job.isLimited {
            if let end = job.nextTake { states.limitedLeases[job.queue, default: []].append(end) }
        }
        return states
    }

    func control(_ subject: ControlRecord.Subject, waits: Bool) -> ControlRecord? { tables.controls[subject] }

    func save(_ control: ControlRecord) throws {
        try write {
            undos.append(.control(control.subject, tables.controls[control.subject]))
            tables.controls[control.subject] = control.isDefault ? nil : control
        }
    }

    func jobCounts() -> [JobCount] {
        struct Kind: Hashable {
            let queue: String
            let state: StoredJobState.Name
            let isDue: Bool
        }
        let jobs = tables.jobs.values.joined().compactMap { job in
            StoredJobState(job.state, deaths: 0).map { state in
                (Kind(queue: job.queue, state: state.name, isDue: job.nextTake.map { $0 <= now } ?? false), job)
            }
        }
        return Dictionary(grouping: jobs, by: \.0).map { kind, jobs in
            JobCount(
                queue: kind.queue,
                state: kind.state,
                isDue: kind.isDue,
                count: jobs.count,
                first: jobs.compactMap(\.1.nextTake).min()
            )
        }
    }

    func limitedJobs(in queue: String, at date: Date) -> Int {
        tables.jobs.values.joined().count { $0.isLimited && $0.queue == queue && $0.nextTake.map { $0 > date } == true }
    }

    func limitHeldJobs(of queue: String) throws {
        for var job in tables.jobs.values.joined() where job.queue == queue && job.state.holder != nil {
            job.isLimited = true
            try save(job)
        }
    }
}

extension JobRecord {
    /// The row with the times as databases store them.
    fileprivate var withWholeMicroseconds: JobRecord {
        JobRecord(
            key: key,
            activity: activity,
            shape: shape,
            due: Microseconds(due).date,
            state: state,
            failures: failures,
            deaths: deaths,
            nextTake: nextTake.map { Microseconds($0).date },
            predecessor: predecessor,
            lastError: lastError,
            queue: queue,
            isLimited: isLimited
        )
    }
}

extension EventRecord {
    /// The row after the retention of its payload.
    var withoutContent: EventRecord {
        EventRecord(
            machine: machine,
            number: number,
            id: id,
            kind: kind,
            date: date,
            version: version,
            shape: shape,
            content: nil,
            output: output,
            words: words
        )
    }
}
