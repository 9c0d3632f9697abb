import StateMachineLocks

/// The jobs that a run performs at present.
final class HeldJobs<Definition: DurableDefinition>: Sendable {
    private struct Entry {
        let job: FleetJob<Definition>
        var cancel: (@Sendable () -> Void)?
        var isCancelled = false
    }

    private let entries = Locked<[FleetJob<Definition>.Attempt: Entry]>([:])

    var count: Int { entries.withLock { $0.count } }

    var attempts: Set<FleetJob<Definition>.Attempt> { entries.withLock { Set($0.keys) } }

    var jobs: [FleetJob<Definition>] { entries.withLock { $0.values.map(\.job) } }

    func add(_ job: FleetJob<Definition>) {
        entries.withLock { $0[job.identity] = Entry(job: job) }
    }

    /// Removes a job and adds the next one, if any.
    func replace(_ job: FleetJob<Definition>, with next: FleetJob<Definition>?) {
        entries.withLock { entries in
            entries[job.identity] = nil
            if let next { entries[next.identity] = Entry(job: next) }
        }
    }

    func setCancellation(of job: FleetJob<Definition>, _ cancel: @escaping @Sendable () -> Void) {
        let isCancelled = entries.withLock { entries in
            entries[job.identity]?.cancel = cancel
            return entries[job.identity]?.isCancelled ?? false
        }
        if isCancelled { cancel() }
    }

    func cancel(_ job: FleetJob<Definition>) {
        let cancel = entries.withLock { entries in
            entries[job.identity]?.isCancelled = true
            return entries[job.identity]?.cancel
        }
        cancel?()
    }
}
