package import Foundation

/// A bounded look at a fleet: what an operator sees first, from the rows of one transaction.
///
/// No count needs more than ``limit`` rows and one more, however many machines and jobs there are.
/// A greater number is shown as “at least”.
package struct FleetOverview: Hashable, Sendable {
    /// How long a job has been due.
    ///
    /// The raw values are the lower bounds in seconds.
    package enum Age: Int, CaseIterable, Sendable {
        case hours = 3600
        case minutes = 60
        case seconds = 1
        case lessThanSecond = 0

        /// The times between which the job was due at a time; the first one is excluded.
        func times(at now: Date) -> (after: Date, through: Date) {
            let next = Self.allCases.last { $0.rawValue > rawValue }
            let start = next.map { now - Double($0.rawValue) } ?? Date(timeIntervalSince1970: -.greatestFiniteMagnitude)
            return (start, now - Double(rawValue))
        }
    }

    /// A queue that has jobs with a time.
    package struct Queue: Hashable, Sendable {
        package let name: String

        /// The earliest time from which one of its jobs may be taken.
        package let first: Date

        /// The number of its due jobs that were counted.
        package var due = 0
    }

    /// The time, by the clock of the store.
    package let time: Date

    /// The number of machines in each state, by the name of the state.
    package var machines: [String: Int] = [:]

    /// Whether there are more state names than ``nameLimit``.
    package var hasMoreNames = false

    /// The states of the first rows of all jobs.
    package var jobs: [String: Int] = [:]

    /// The number of parked jobs.
    package var parkedCount = 0

    /// The queues, those first whose jobs have waited longest.
    package var queues: [Queue] = []

    /// The pauses of the fleet, its queues and its machines.
    package var pauses: [FleetPause] = []

    /// For each age, the due jobs in each state, of which all but `waiting` are leases that ended.
    package var due: [Age: [String: Int]] = [:]

    /// The jobs that have been due longest.
    package var oldest: [JobRecord] = []

    /// The first parked jobs, ordered by the names of their machines.
    package var parked: [JobRecord] = []

    /// The maximum number of rows for one count.
    static let limit = 10_000

    /// The maximum number of state names.
    ///
    /// A definition usually has fewer, but it may name its states as it likes.
    static let nameLimit = 100

    /// The maximum numbers of listed jobs and pauses.
    static let (parkedLimit, oldestLimit, pauseLimit) = (100, 20, 10)

    /// The maximum number of characters of an activity and of an error in a list.
    static let textLimit = 1000

    init(time: Date, queues states: QueueStates) {
        self.time = time
        queues = states.nextTakes.map { Queue(name: $0.key, first: $0.value) }
            .sorted { ($0.first, $0.name) < ($1.first, $1.name) }
        pauses = states.controls.compactMap { FleetPause($0) }.sorted { $0.start < $1.start }
    }

    /// Notes the due jobs of an age, for which a closure counts those of a queue by state.
    ///
    /// - Parameter count: A closure with the name of a queue and the maximum number of rows.
    mutating func countDue(
        _ age: Age,
        _ count: (_ queue: String, _ after: Date, _ through: Date, _ limit: Int) throws -> [String: Int]
    ) rethrows {
        let times = age.times(at: time)
        var (states, rest) = ([String: Int](), Self.limit + 1)
        for index in queues.indices where rest > 0 && queues[index].first <= times.through {
            let counts = try count(queues[index].name, times.after, times.through, rest)
            let sum = counts.values.reduce(0, +)
            queues[index].due += sum
            rest -= sum
            states.merge(counts, uniquingKeysWith: +)
        }
        due[age] = states
    }

    /// Notes the jobs that have been due longest, for which a closure returns the first ones of a
    /// queue.
    mutating func findOldest(_ jobs: (_ queue: String, _ limit: Int) throws -> [JobRecord]) rethrows {
        for queue in queues where queue.first <= time {
            if oldest.count == Self.oldestLimit, let last = oldest.last?.nextTake, last <= queue.first { break }
            oldest += try jobs(queue.name, Self.oldestLimit)
            oldest.sort { ($0.nextTake ?? time) < ($1.nextTake ?? time) }
            oldest = Array(oldest.prefix(Self.oldestLimit))
        }
    }
}

// MARK: The page

extension FleetOverview {
    /// The content of the page as values of JSON.
    func object(of fleet: String, _ line: (FleetLine) -> [String: Any]) -> [String: Any] {
        func rows(_ counts: [String: Int]) -> [[String: Any]] {
            // A count of several states ends for all of them.
            counts.sorted { $0.key < $1.key }.map { count($0.key, $0.value, isMore: sum(counts) > Self.limit) }
        }
        func count(_ name: String, _ value: Int, isMore: Bool = false) -> [String: Any] {
            ["name": name, "count": min(value, Self.limit), "isMore": isMore || value > Self.limit]
        }
        func sum(_ counts: [String: Int]) -> Int { counts.values.reduce(0, +) }
        let parkedName = StoredJobState.Name.parked.rawValue
        let parkedRow = parkedCount == 0 ? [] : [count(parkedName, parkedCount)]
        let rest = pauses.count - Self.pauseLimit
        let morePauses = rest > 0 ? ["\(rest) more pauses"] : []
        let isCut = due.values.contains { sum($0) > Self.limit }
        return [
            "fleet": fleet, "time": FleetLine.text(time), "hasMoreNames": hasMoreNames,
            "machines": machines.sorted { $0.key < $1.key }.map { count($0.key, $0.value) },
            "jobs": rows(jobs).filter { $0["name"] as? String != parkedName } + parkedRow,
            "due": Age.allCases.map { ["seconds": $0.rawValue, "jobs": rows(due[$0] ?? [:])] as [String: Any] },
            "queues": queues.map { queue in
                count(queue.name, queue.due, isMore: isCut && queue.first <= time)
                    .merging(["first": FleetLine.text(queue.first)]) { $1 }
            },
            "pauses": pauses.prefix(Self.pauseLimit).map { FleetLine($0).text.capitalizedFirst } + morePauses,
            "oldest": oldest.map { line(FleetLine($0, in: fleet)) },
            "parked": parked.map { line(FleetLine(parked: $0, in: fleet)) },
        ]
    }
}
