import Foundation

/// An operator's question about a fleet, or a command to its workers.
///
/// It shows states, events, and activities as stored JSON, so it needs no definition.
struct FleetOperation: Hashable {
    enum Kind: Hashable {
        case counts
        case queues
        case jobs(JobFilter)
        case parked(JobFilter)
        case retry(jobs: [String])
        case retryAll(JobFilter)
        case pause(FleetPart, reason: String?)
        case resume(FleetPart)
        case drain(FleetPart, reason: String?, timeout: Duration?)
        case limit(queue: String, LimitChange)
        case machines(state: String?)
        case show(machine: String)
        case history(machine: String)
        /// Removes old history entries, or only their payloads.
        case prune(Retention)
    }

    /// Which entries a removal keeps.
    struct Retention: Hashable {
        /// An age, or a date.
        enum Limit: Hashable {
            case age(Duration)
            case date(Date)
        }

        let limit: Limit
        var kept = 0
        var onlyPayloads = false
        var machine: String?
    }

    /// How many jobs may begin in a period.
    struct Rate: Hashable {
        var count: Int
        var period: Duration
    }

    /// A change to a queue's limits; `nil` for limits that stay.
    struct LimitChange: Hashable {
        var jobs: Int??
        var starts: Rate??
        var headStart: Duration?

        func apply(to limits: QueueLimits) -> QueueLimits {
            let rate = starts ?? limits.starts.map { Rate(count: $0, period: limits.period) }
            return QueueLimits(
                jobs: jobs ?? limits.jobs,
                starts: rate?.count,
                per: rate?.period ?? .seconds(1),
                headStart: headStart ?? limits.headStart
            )
        }
    }

    /// Lines to print, notes, and errors; after an error, the exit status is 1.
    struct Result {
        var lines: [FleetLine] = []
        var notes: [String] = []
        var errors: [String] = []
    }

    let kind: Kind
    let fleet: String
    var limit = 100

    /// Performs the operation.
    ///
    /// - Parameter store: A store that contains the fleet's tables.
    func perform(in store: any RowStore) async throws -> Result {
        switch kind {
        case .counts: Result(lines: try await counts(in: store))
        case .queues: Result(lines: try await queues(in: store))
        case .jobs(let filter): try await list(filter, in: store) { FleetLine($0, in: fleet) }
        case .parked(let filter): try await list(filter, in: store) { FleetLine(parked: $0, in: fleet) }
        case .retry(let names): try await retry(names, in: store)
        case .retryAll(let filter): try await retry(filter, in: store)
        case .pause(let part, let reason): try await pause(part, reason: reason, in: store)
        case .resume(let part): try await resume(part, in: store)
        case .drain(let part, let reason, let timeout):
            try await drain(part, reason: reason, timeout: timeout, in: store)
        case .limit(let queue, let change): try await limit(queue, change, in: store)
        case .machines(let state): try await machines(inState: state, in: store)
        case .show(let machine): Result(lines: try await show(MachineID(machine), in: store))
        case .history(let machine): Result(lines: try await history(of: MachineID(machine), in: store))
        case .prune(let retention): Result(lines: [try await prune(retention, in: store)])
        }
    }

    // MARK: Questions

    private func counts(in store: any RowStore) async throws -> [FleetLine] {
        let (counts, queues, states) = try await store.read(fleet: fleet) { rows in
            (try rows.counts(), try rows.queues(), try rows.queueStates())
        }
        let numbers = [
            ("due", queues.map(\.due)), ("later", queues.map(\.later)), ("held", queues.map(\.held)),
            ("parked", queues.map(\.parked)),
        ].map { ($0.0, $0.1.reduce(0, +)) }
        let width = (counts.values + numbers.map(\.1)).map { "\($0)".count }.max() ?? 0
        let machines = counts.sorted { $0.key < $1.key }.map { name, count in
            FleetLine("\("\(count)".padded(to: width)) \(name)", ["state": name, "machines": count])
        }
        let jobs = numbers.map { name, count in
            FleetLine("\("\(count)".padded(to: width)) \(count == 1 ? "job" : "jobs") \(name)", ["\(name)Jobs": count])
        }
        let isDue = numbers.contains { $0.0 == "due" && $0.1 > 0 }
        let next = states.nextTakes.values.min().map { next in
            let words = isDue ? "first job due since" : "next job"
            return FleetLine("\(words): \(FleetLine.text(next))", ["nextJob": FleetLine.text(next)])
        }
        let pauses = states.controls.compactMap(FleetPause.init).sorted { $0.start < $1.start }
        return machines + jobs + [next].compactMap(\.self) + pauses.map { FleetLine($0) }
    }

    private func queues(in store: any RowStore) async throws -> [FleetLine] {
        let (queues, controls, now) = try await store.read(fleet: fleet) { rows in
            (try rows.queues(), try rows.queueStates().controls, rows.now)
        }
        // The table has the pauses of queues.
        let pauses = controls.compactMap(FleetPause.init).filter { pause in
            if case .queue = pause.part { false } else { true }
        }
        return pauses.map { FleetLine($0) } + FleetLine.table(queues, now: now)
    }

    /// Lists jobs up to a limit and says whether there are more.
    private func list(
        _ filter: JobFilter,
        in store: any RowStore,
        _ line: (JobRecord) -> FleetLine
    ) async throws -> Result {
        let found = try await jobs(filter, in: store, limit: limit + 1)
        return Result(
            lines: found.prefix(limit).map(line),
            notes: try await notes(on: filter.queue, in: store) + more(found.count)
        )
    }

    /// Returns a note that a list was cut off.
    private func more(_ count: Int) -> [String] {
        count > limit ? ["There are more than \(limit). To see them, add --limit."] : []
    }

    /// Returns a note if a queue contains no jobs, because its name may be misspelled.
    private func notes(on queue: String?, in store: any RowStore) async throws -> [String] {
        guard let queue else { return [] }
        let names = try await store.read(fleet: fleet) { rows in try rows.jobCounts().map(\.queue) }
        return names.contains(queue) ? [] : ["No job is in the queue “\(FleetLine.plain(queue))” now."]
    }

    /// Returns jobs, read in pages to keep transactions short, or due jobs from one read, oldest
    /// first.
    private func jobs(_ filter: JobFilter, in store: any RowStore, limit: Int) async throws -> [JobRecord] {
        if filter.condition == .due {
            return try await store.read(fleet: fleet) { rows in try rows.jobs(filter, after: nil, limit: limit) }
        }
        var jobs: [JobRecord] = []
        while jobs.count < limit {
            let (last, size) = (jobs.last?.key, min(1000, limit - jobs.count))
            let page = try await store.read(fleet: fleet) { rows in try rows.jobs(filter, after: last, limit: size) }
            jobs += page
            if page.count < size { break }
        }
        return jobs
    }

    private func machines(inState state: String?, in store: any RowStore) async throws -> Result {
        var machines: [MachineRecord] = []
        let limit = limit + 1
        while machines.count < limit {
            let (last, size) = (machines.last?.id, min(1000, limit - machines.count))
            let page = try await store.read(fleet: fleet) { rows in
                try rows.machines(inState: state, after: last, limit: size)
            }
            machines += page
            if page.count < size { break }
        }
        return Result(lines: machines.prefix(self.limit).map { FleetLine($0) }, notes: more(machines.count))
    }

    private func prune(_ retention: Retention, in store: any RowStore) async throws -> FleetLine {
        let date =
            switch retention.limit {
            case .date(let date): date
            // The clock of the store has dated the entries.
            case .age(let age): try await store.read(fleet: fleet) { $0.now } + (.zero - age)
            }
        var old: OldEvents =
            retention.onlyPayloads
            ? .contents(before: date, keeping: retention.kept) : .rows(before: date, keeping: retention.kept)
        old.machine = try retention.machine.map { try MachineID($0) }
        let count = try await store.remove(old, of: fleet)
        let parts = retention.onlyPayloads ? "payloads" : "entries"
        return FleetLine(
            "removed \(count) \(parts) from before \(FleetLine.text(date))",
            ["removed": count, "parts": parts, "before": FleetLine.text(date)]
        )
    }

    private func show(_ id: MachineID, in store: any RowStore) async throws -> [FleetLine] {
        let (record, jobs, control) = try await store.read(fleet: fleet) { rows in
            (try rows.machine(id), try rows.jobs(of: id), try rows.control(.machine(id)))
        }
        guard let record, record.state != nil else { throw FleetError.noMachine(id.text) }
        let pause = control.flatMap(FleetPause.init).map { FleetLine($0) }
        return [FleetLine(record)] + [pause].compactMap(\.self) + jobs.map { FleetLine($0, in: fleet) }
    }

    private func history(of id: MachineID, in store: any RowStore) async throws -> [FleetLine] {
        let limit = limit
        let events = try await store.read(fleet: fleet) { rows in
            guard let record = try rows.machine(id) else { throw FleetError.noMachine(id.text) }
            return try rows.events(of: id, after: max(0, record.lastNumber - limit), limit: limit)
        }
        return events.map { FleetLine($0, in: fleet) }
    }
}

extension JobRecord.Key {
    /// Reads a job's ID, such as `orders/3.0/order-42`.
    ///
    /// - Returns: `nil` if the text can't be the ID of a job in the fleet.
    init?(name: String, in fleet: String) {
        let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == fleet, let machine = try? MachineID(String(parts[2])) else { return nil }
        let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let version = numbers[0], let ordinal = numbers[1] else { return nil }
        self.init(machine: machine, version: version, ordinal: ordinal)
    }
}

// MARK: - Orders

extension FleetOperation {
    private func retry(_ names: [String], in store: any RowStore) async throws -> Result {
        var result = Result()
        for name in names {
            let key = JobRecord.Key(name: name, in: fleet)
            if let key, try await retry(key, in: store) {
                result.lines.append(FleetLine("\(FleetLine.plain(name)): retried", ["job": name, "retried": true]))
            } else {
                result.errors.append("\(FleetError.noJob(name))")
            }
        }
        if !result.lines.isEmpty { await store.sendHint(to: fleet) }
        return result
    }

    private func retry(_ filter: JobFilter, in store: any RowStore) async throws -> Result {
        var result = Result()
        for job in try await jobs(filter, in: store, limit: .max) where try await retry(job.key, in: store) {
            let name = job.key.name(in: fleet)
            result.lines.append(FleetLine("\(FleetLine.plain(name)): retried", ["job": name, "retried": true]))
        }
        let count = result.lines.count
        result.notes =
            try await notes(on: filter.queue, in: store) + ["\(count) \(count == 1 ? "job" : "jobs") retried."]
        if !result.lines.isEmpty { await store.sendHint(to: fleet) }
        return result
    }

    private func retry(_ key: JobRecord.Key, in store: any RowStore) async throws -> Bool {
        try await store.write(.machine(key.machine), fleet: fleet) { rows in try rows.retryParkedJob(key) }
    }

    private func pause(_ part: FleetPart, reason: String?, in store: any RowStore) async throws -> Result {
        let subject = try part.subject
        var result = try await store.write(.shared(), fleet: fleet) { rows in
            if case .machine(let id) = subject, try rows.machine(id)?.state == nil {
                throw FleetError.noMachine(id.text)
            }
            let isPaused = try rows.control(subject)?.pausedSince != nil
            _ = try rows.pause(subject, reason: reason)
            let line = FleetLine(try rows.control(subject).flatMap(FleetPause.init), of: part)
            let note = "\(FleetLine.plain(part.description)) was already paused. Its pause and reason stay."
            return Result(lines: [line], notes: isPaused ? [note.capitalizedFirst] : [])
        }
        if case .queue(let name) = part { result.notes += try await notes(on: name, in: store) }
        return result
    }

    private func resume(_ part: FleetPart, in store: any RowStore) async throws -> Result {
        let subject = try part.subject
        let isResumed = try await store.write(.shared(), fleet: fleet) { rows in try rows.resume(subject) }
        guard isResumed else { return Result(errors: ["\(part) is not paused.".capitalizedFirst]) }
        await store.sendHint(to: fleet)
        return Result(lines: [FleetLine(nil, of: part)])
    }

    private func drain(
        _ part: FleetPart,
        reason: String?,
        timeout: Duration?,
        in store: any RowStore
    ) async throws -> Result {
        var result = try await pause(part, reason: reason, in: store)
        let subject = try part.subject
        let end = timeout.map { ContinuousClock.now + $0 }
        // Until then, workers may not know of the pause.
        try await Task.sleep(for: min(.seconds(1), timeout ?? .seconds(1)))
        while true {
            let held = try await store.read(fleet: fleet) { rows in try rows.heldJobs(of: subject) }
            if held == 0 {
                let words = part == .fleet ? "" : " of \(FleetLine.plain(part.description))"
                result.lines.append(FleetLine("no worker has a job\(words)", ["heldJobs": 0]))
                return result
            }
            if let end, end <= .now {
                let words = held == 1 ? "1 job" : "\(held) jobs"
                result.errors = ["Workers still hold \(words). To list them, use 'jobs … held'."]
                return result
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private func limit(_ queue: String, _ change: LimitChange, in store: any RowStore) async throws -> Result {
        let queue = QueueName.stored(queue)
        let notes = try await notes(on: queue, in: store)
        if change == LimitChange() {
            let limits = try await store.read(fleet: fleet) { rows in QueueLimits(try rows.control(.queue(queue))) }
            return Result(lines: [FleetLine(limits, of: queue)], notes: notes)
        }
        let limits = try await store.write(.shared(), fleet: fleet) { rows in
            let limits = change.apply(to: QueueLimits(try rows.control(.queue(queue))))
            try rows.setLimits(limits, of: queue)
            return limits
        }
        await store.sendHint(to: fleet)
        return Result(lines: [FleetLine(limits, of: queue)], notes: notes)
    }
}
