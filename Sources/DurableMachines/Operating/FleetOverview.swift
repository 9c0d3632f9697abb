package import Foundation

/// An operator's first look at a fleet, bounded in size and read in one transaction.
///
/// However many machines and jobs there are, no count reads more than one row beyond ``limit``.
/// Larger numbers are shown as “at least”.
package struct FleetOverview: Hashable, Sendable {
    /// How long a job has been due.
    ///
    /// Each raw value is a lower bound, in seconds.
    package enum Age: Int, CaseIterable, Sendable {
        case hours = 3600
        case minutes = 60
        case seconds = 1
        case lessThanSecond = 0

        /// Returns the range of due times for jobs of this age, without its lower bound.
        func times(at now: Date) -> (after: Date, through: Date) {
            let next = Self.allCases.last { $0.rawValue > rawValue }
            let start = next.map { now - Double($0.rawValue) } ?? Date(timeIntervalSince1970: -.greatestFiniteMagnitude)
            return (start, now - Double(rawValue))
        }
    }

    /// A queue with jobs that are due at some time.
    package struct Queue: Hashable, Sendable {
        package let name: String

        /// When the first of its jobs may be taken.
        package let first: Date

        /// How many due jobs were counted.
        package var due = 0
    }

    /// When the overview was read, by the store's clock.
    package let time: Date

    /// How many machines are in each state, by the state's name.
    package var machines: [String: Int] = [:]

    /// Whether there are more state names than ``nameLimit``.
    package var hasMoreNames = false

    /// How many jobs are in each state, up to the limit.
    package var jobs: [String: Int] = [:]

    /// How many jobs are parked.
    package var parkedCount = 0

    /// All queues, beginning with the one whose job has waited longest.
    package var queues: [Queue] = []

    /// Pauses of the fleet, its queues, and its machines.
    package var pauses: [FleetPause] = []

    /// Due jobs by age and state; in every state but `waiting`, a lease ran out.
    package var due: [Age: [String: Int]] = [:]

    /// Jobs that have been due longest.
    package var oldest: [JobRecord] = []

    /// Some parked jobs, ordered by machine ID.
    package var parked: [JobRecord] = []

    /// How many rows one count shows at most.
    static let limit = 10_000

    /// How many state names to list at most.
    ///
    /// A definition usually has fewer, but can name its states as it likes.
    static let nameLimit = 100

    /// How many parked jobs, due jobs, and pauses to list at most.
    static let (parkedLimit, oldestLimit, pauseLimit) = (100, 20, 10)

    /// How many of an activity's or an error's characters to list at most.
    static let textLimit = 1000

    init(time: Date, queues states: QueueStates) {
        self.time = time
        queues = states.nextTakes.map { Queue(name: $0.key, first: $0.value) }
            .sorted { ($0.first, $0.name) < ($1.first, $1.name) }
        pauses = states.controls.compactMap { FleetPause($0) }.sorted { $0.start < $1.start }
    }

    /// Notes how many due jobs have a certain age.
    ///
    /// - Parameter count: A closure that counts a queue's due jobs by state. It receives the
    ///   queue's name, a range of due times, and how many rows to read at most.
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

    /// Notes the jobs that have been due longest, from a closure that returns a queue's first jobs.
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
    /// Returns the page's content as JSON values.
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
