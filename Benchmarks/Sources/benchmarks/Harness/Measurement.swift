import CCounting

/// What a contender has needed, per event where nothing else is said.
struct Measurement: Encodable {
    let workload: String
    let contender: String
    let isOurs: Bool

    /// The median of all rounds.
    var nanoseconds: Double?

    /// How many times the baseline: the median of the ratios of each round.
    var ratio: Double?
    var instructions: Double?
    var allocations: Double?
    var payloadCopies: Double?
    var bytesPerMachine: Int?
}

extension Workload {
    /// Lets all contenders do the work in turn, in so many rounds.
    ///
    /// - Throws: ``DifferentWork`` if they come to different results.
    func measure(rounds: Int) async throws -> [Measurement] {
        let clock = ContinuousClock()
        var times = contenders.map { _ in [Double]() }
        var checksums: [UInt64] = []
        for _ in 0..<rounds {
            for (place, contender) in contenders.enumerated() {
                let work = contender.prepare()
                let start = clock.now
                let checksum = await work.checksum()
                times[place].append((clock.now - start) / .nanoseconds(1) / Double(events))
                checksums.append(checksum)
            }
        }
        try check(checksums)

        var measurements = contenders.map {
            Measurement(
                workload: name,
                contender: $0.name,
                isOurs: $0.role == .ours,
                bytesPerMachine: $0.bytesPerMachine
            )
        }
        for (place, contender) in contenders.enumerated() {
            measurements[place].nanoseconds = times[place].median
            let baseline = self.baseline(of: contender)
            measurements[place].ratio = zip(times[place], times[baseline]).map { $0 / $1 }.median
        }
        let counts = await countAllocations()
        for place in measurements.indices {
            measurements[place].allocations = counts?[place].all
            measurements[place].payloadCopies = counts?[place].large
        }
        return measurements
    }

    /// Lets each contender do its work once, and counts what it allocates, per event; nothing where that cannot be counted.
    func countAllocations() async -> [(all: Double, large: Double?)]? {
        guard can_count_allocations() else { return nil }
        var counts: [(all: Double, large: Double?)] = []
        for contender in contenders {
            _ = await contender.prepare().checksum()
            let work = contender.prepare()
            count_allocations(payloadSize ?? .max)
            _ = await work.checksum()
            let counted = counted_allocations()
            let large = Double(counted.large) / Double(events)
            counts.append((Double(counted.count) / Double(events), payloadSize == nil ? nil : large))
        }
        return counts
    }

    /// Lets each contender do its work once, between two marks; nothing for work that takes tasks.
    func runMarked() {
        for contender in contenders {
            // The first time, types and their conformances are looked up.
            if case .now(let body) = contender.prepare() { _ = body() }
            let work = contender.prepare()
            benchmark_mark()
            if case .now(let body) = work { _ = body() }
            benchmark_mark()
        }
    }

    private func check(_ checksums: [UInt64]) throws {
        for (place, checksum) in checksums.enumerated() where checksum != checksums[0] {
            throw DifferentWork(
                workload: name,
                contender: contenders[place % contenders.count].name,
                checksum: checksum,
                expected: checksums[0]
            )
        }
    }

    /// The place of what a contender is compared with.
    func baseline(of contender: Contender) -> Int {
        contenders.firstIndex { $0.role == .baseline && $0.name == contender.baseline }
            ?? contenders.firstIndex { $0.role == .baseline } ?? 0
    }
}

extension Contender.Work {
    /// Does it.
    func checksum() async -> UInt64 {
        switch self {
        case .now(let body): body()
        case .later(let body): await body()
        }
    }
}

/// A contender has come to another result than the first one of its workload.
struct DifferentWork: Error, CustomStringConvertible {
    let workload: String
    let contender: String
    let checksum: UInt64
    let expected: UInt64

    var description: String { "\(workload): \(contender) has come to \(checksum) instead of \(expected)" }
}

extension [Double] {
    /// The one in the middle; of an even number, the smaller one of the two.
    var median: Double { isEmpty ? 0 : sorted()[(count - 1) / 2] }
}
