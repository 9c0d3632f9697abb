import Foundation

/// A question of an operator about a fleet, or an order to retry its jobs.
///
/// States, events and activities are shown as the JSON that is stored, so no definition is needed.
struct FleetOperation: Hashable {
    enum Kind: Hashable {
        /// The number of machines in each state, and of parked jobs.
        case counts
        /// The jobs that have failed too often.
        case parked
        /// Makes parked jobs available again: those with the names, or all.
        case retry(jobs: [String]?)
        /// The state and the jobs of a machine.
        case show(machine: String)
        /// The last events of a machine.
        case history(machine: String)
        /// Removes old entries of all histories, or only their payloads.
        case prune(Retention)
    }

    /// The entries that a removal leaves alone.
    struct Retention: Hashable {
        /// The age of an entry, or a date.
        enum Limit: Hashable {
            case days(Int)
            case date(Date)
        }

        let limit: Limit
        var kept = 0
        var onlyPayloads = false
    }

    let kind: Kind
    let fleet: String
    var limit = 100

    /// Performs the operation.
    ///
    /// - Parameter store: The store, which contains the tables of the fleet.
    /// - Returns: The lines to print, and the names of jobs that were not parked.
    func perform(in store: any RowStore) async throws -> (lines: [FleetLine], missing: [String]) {
        switch kind {
        case .counts: (try await counts(in: store), [])
        case .parked: (try await parkedJobs(in: store, limit: limit).map { FleetLine(parked: $0, in: fleet) }, [])
        case .retry(let jobs): try await retry(jobs, in: store)
        case .show(let machine): (try await show(MachineID(machine), in: store), [])
        case .history(let machine): (try await history(of: MachineID(machine), in: store), [])
        case .prune(let retention): ([try await prune(retention, in: store)], [])
        }
    }

    private func counts(in store: any RowStore) async throws -> [FleetLine] {
        let (counts, next) = try await store.read(fleet: fleet) { rows in (try rows.counts(), try rows.nextTake()) }
        let parked = try await parkedJobs(in: store, limit: .max).count
        let width = counts.values.map { String($0).count }.max() ?? 0
        let states = counts.sorted { $0.key < $1.key }.map { name, count in
            let number = String(repeating: " ", count: width - String(count).count) + String(count)
            return FleetLine("\(number) \(name)", ["state": name, "machines": count])
        }
        let jobs = FleetLine("parked jobs: \(parked)", ["parkedJobs": parked])
        return states + [jobs]
            + (next.map { [FleetLine("next job: \(FleetLine.text($0))", ["nextJob": FleetLine.text($0)])] } ?? [])
    }

    /// Returns parked jobs, in pages, so that no transaction is long.
    private func parkedJobs(in store: any RowStore, limit: Int) async throws -> [JobRecord] {
        var jobs: [JobRecord] = []
        while jobs.count < limit {
            let (last, size) = (jobs.last?.key, min(1000, limit - jobs.count))
            let page = try await store.read(fleet: fleet) { rows in try rows.parkedJobs(after: last, limit: size) }
            jobs += page
            if page.count < size { break }
        }
        return jobs
    }

    private func retry(_ names: [String]?, in store: any RowStore) async throws -> (
        lines: [FleetLine], missing: [String]
    ) {
        var keys: [(name: String, key: JobRecord.Key?)] = []
        if let names {
            keys = names.map { ($0, JobRecord.Key(name: $0, in: fleet)) }
        } else {
            keys = try await parkedJobs(in: store, limit: .max).map { ($0.key.name(in: fleet), $0.key) }
        }
        var (lines, missing): ([FleetLine], [String]) = ([], [])
        for (name, key) in keys {
            var isRetried = false
            if let key {
                isRetried = try await store.write(.machine(key.machine), fleet: fleet) { rows in
                    try rows.retryParkedJob(key)
                }
            }
            if isRetried {
                lines.append(FleetLine("\(name): retried", ["job": name, "retried": true]))
            } else {
                missing.append(name)
            }
        }
        if !lines.isEmpty { await store.sendHint(to: fleet) }
        return (lines, missing)
    }

    private func prune(_ retention: Retention, in store: any RowStore) async throws -> FleetLine {
        let date =
            switch retention.limit {
            case .date(let date): date
            // The clock of the store has dated the entries.
            case .days(let days): try await store.read(fleet: fleet) { $0.now } - Double(days) * 86_400
            }
        let old: OldEvents =
            retention.onlyPayloads
            ? .contents(before: date, keeping: retention.kept) : .rows(before: date, keeping: retention.kept)
        let count = try await store.remove(old, of: fleet)
        let parts = retention.onlyPayloads ? "payloads" : "entries"
        return FleetLine(
            "removed \(count) \(parts) from before \(FleetLine.text(date))",
            ["removed": count, "parts": parts, "before": FleetLine.text(date)]
        )
    }

    private func show(_ id: MachineID, in store: any RowStore) async throws -> [FleetLine] {
        let (record, jobs) = try await store.read(fleet: fleet) { rows in (try rows.machine(id), try rows.jobs(of: id))
        }
        guard let record, let state = record.state else { throw FleetError.noMachine(id.text) }
        let text = "\(id): \(record.name), version \(record.version), shape \(record.shape)\n  \(FleetLine.text(state))"
        let json: [String: Any] = [
            "machine": id.text, "name": record.name, "version": record.version, "shape": record.shape,
            "state": FleetLine.json(state),
        ]
        return [FleetLine(text, json)] + jobs.map { FleetLine($0, in: fleet) }
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
    /// Reads the name of a job, such as `orders/3.0/order-42`.
    ///
    /// - Returns: `nil` for a text that is not the name of a job of the fleet.
    init?(name: String, in fleet: String) {
        let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == fleet, let machine = try? MachineID(String(parts[2])) else { return nil }
        let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let version = numbers[0], let ordinal = numbers[1] else { return nil }
        self.init(machine: machine, version: version, ordinal: ordinal)
    }
}
