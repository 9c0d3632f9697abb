extension InMemoryTransaction {
    /// The overview, which examines all rows: nobody keeps a million of them in memory.
    func overview() -> FleetOverview {
        var overview = FleetOverview(time: now, queues: queueStates(shape: .max))
        let (limit, machines) = (FleetOverview.limit + 1, counts().sorted { $0.key < $1.key })
        for (name, count) in machines.prefix(FleetOverview.nameLimit) { overview.machines[name] = min(count, limit) }
        overview.hasMoreNames = machines.count > FleetOverview.nameLimit
        let (jobs, parked) = (tables.jobs.values.joined(), self.jobs(JobFilter(.parked), after: nil, limit: limit))
        overview.jobs = Self.states(of: jobs.prefix(limit))
        overview.parkedCount = parked.count
        overview.parked = Array(parked.prefix(FleetOverview.parkedLimit))
        func due(in queue: String) -> [JobRecord] {
            (tables.takes[queue] ?? []).prefix { $0.date <= now }.compactMap { tables.job($0.key) }
        }
        for age in FleetOverview.Age.allCases {
            overview.countDue(age) { queue, start, end, limit in
                let found = due(in: queue).filter { job in job.nextTake.map { $0 > start && $0 <= end } ?? false }
                return Self.states(of: found.prefix(limit))
            }
        }
        overview.findOldest { queue, limit in Array(due(in: queue).prefix(limit)) }
        return overview
    }

    private static func states(of jobs: some Sequence<JobRecord>) -> [String: Int] {
        let names = jobs.compactMap { StoredJobState($0.state, deaths: $0.deaths)?.name.rawValue }
        return Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    }
}
