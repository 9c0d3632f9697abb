extension Fleet {
    /// Compares every machine's jobs with its state's activities, and adds and ends jobs
    /// accordingly.
    ///
    /// Call this method after a deployment that changes `activities`. Without this
    /// *reconciliation*, a machine's jobs change only when the machine next handles an event.
    ///
    /// - Returns: How many machines' jobs changed.
    @discardableResult
    public func reconcile() async throws(FleetError) -> Int {
        var count = 0
        var last: MachineID?
        repeat {
            let page = try await read { [last] rows in try self.differences(after: last, rows: rows) }
            for report in page.reports { self.report(report) }
            count += try await reconcile(page.machines)
            last = page.last
        } while last != nil
        wakeUp.signal()
        return count
    }

    /// Machines on one page whose jobs differ from their activities.
    private struct Differences: Sendable {
        var machines: [MachineID] = []
        var reports: [FleetReport] = []

        /// The page's last machine; `nil` for the last page.
        var last: MachineID?
    }

    /// Compares the jobs of one page of machines with their activities.
    private func differences(after id: MachineID?, rows: any StoreTransaction) throws -> Differences {
        let limit = 100
        let records = try rows.machines(inState: nil, after: id, limit: limit)
        guard let first = records.first, let last = records.last else { return Differences() }
        let jobs = Dictionary(grouping: try rows.jobs(from: first.id, through: last.id), by: \.key.machine)
        var page = Differences(last: records.count < limit ? nil : last.id)
        for record in records {
            do throws(FleetError) {
                let machine = try StoredMachine<Definition>(record, record.id, of: self, rows: rows)
                let changes = try machine.jobChanges(for: machine.state, from: jobs[record.id] ?? [])
                if !changes.isEmpty { page.machines.append(record.id) }
            } catch {
                page.reports.append(.undecodable(record.id.text, fleet: name, reason: "\(error)"))
            }
        }
        return page
    }

    /// Reconciles machines, several in each transaction, because commits take most of the time.
    private func reconcile(_ ids: [MachineID]) async throws(FleetError) -> Int {
        let results = await withTaskGroup(of: Result<Int, FleetError>.self) { group in
            for start in stride(from: 0, to: ids.count, by: 25) {
                group.addTask {
                    let ids = Array(ids[start...].prefix(25))
                    do throws(FleetError) { return .success(try await reconcileTogether(ids)) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var count = 0
        for result in results { count += try result.get() }
        return count
    }

    /// Reconciles machines in one transaction, or one by one if somebody has locked one of them.
    ///
    /// Otherwise, the transaction would lock the other machines while it waits.
    private func reconcileTogether(_ ids: [MachineID]) async throws(FleetError) -> Int {
        do throws(FleetError) {
            return try await writeAndReport { rows, reports in
                try rows.limitLockWaits(to: .milliseconds(100))
                var count = 0
                for id in ids {
                    try rows.prefetch(id, event: nil)
                    if try reconcile(id, rows: rows, reports: &reports) { count += 1 }
                }
                return count
            }
        } catch .store(.busy) {
            var count = 0
            for id in ids {
                let hasChanged = try await writeAndReport(.machine(id)) { rows, reports in
                    try reconcile(id, rows: rows, reports: &reports)
                }
                if hasChanged { count += 1 }
            }
            return count
        }
    }

    private func reconcile(
        _ id: MachineID,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> Bool {
        do {
            var machine = try StoredMachine<Definition>(id, of: self, rows: rows)
            let hasChanged = try machine.reconcile()
            reports += machine.reports
            return hasChanged
        } catch FleetError.noMachine {
            return false
        } catch let error as FleetError {
            // It comes before the first write.
            if case .store = error { throw error }
            reports.append(.undecodable(id.text, fleet: name, reason: "\(error)"))
            return false
        }
    }
}
