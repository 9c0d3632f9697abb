import CCounting

/// The cost of a contender, per event unless stated otherwise.
struct Measurement: Encodable {
    let workload: String
    let contender: String
    let isOurs: Bool

    /// The median of all rounds.
    var nanoseconds: Double?

    /// The ratio to the baseline: the median over all rounds.
    var ratio: Double?
    var instructions: Double?
    var allocations: Double?
    var payloadCopies: Double?
    var bytesPerMachine: Int?
}

extension Workload {
    /// Has all contenders do the work in turn, in several rounds.
    ///
    /// - Throws: ``DifferentWork`` if they come to different results.
    func measure(rounds: Int) async throws -> [Measurement] {
        let clock = ContinuousClock()
        var times = contenders.map { _ in [Double]() }
        var checksums: [UInt64] = []
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                let work = contender.prepare()
                let start = clock.now
                let checksum = await work.checksum()
                times[index].append((clock.now - start) / .nanoseconds(1) / Double(events))
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
        for (index, contender) in contenders.enumerated() {
            measurements[index].nanoseconds = times[index].median
            let baseline = self.baseline(of: contender)
            measurements[index].ratio = zip(times[index], times[baseline]).map { $0 / $1 }.median
        }
        let counts = await countAllocations()
        for index in measurements.indices {
            measurements[index].allocations = counts?[index].all
            measurements[index].payloadCopies = counts?[index].large
        }
        return measurements
    }

    /// Has each contender do its work, and counts allocations per event; `nil` where they cannot be
    /// counted.
    func countAllocations() async -> [(all: Double, large: Double?)]? {
        guard countsAllocations, can_count_allocations() else { return nil }
        var counts: [(all: Double, large: Double?)] = []
        for contender in contenders {
            run_tasks_on_one_thread(contender.takesTasks)
            defer { run_tasks_on_one_thread(false) }
            // This task moves to that thread, too.
            await Task.yield()
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

    /// Has each contender do its work once, between two marks; skips work with tasks.
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
        for (index, checksum) in checksums.enumerated() where checksum != checksums[0] {
            throw DifferentWork(
                workload: name,
                contender: contenders[index % contenders.count].name,
                checksum: checksum,
                expected: checksums[0]
            )
        }
    }

    /// The index of the baseline of a contender.
    func baseline(of contender: Contender) -> Int {
        contenders.firstIndex { $0.role == .baseline && $0.name == contender.baseline }
            ?? contenders.firstIndex { $0.role == .baseline } ?? 0
    }
}

extension Contender.Work {
    /// Does the work, and returns its checksum.
    func checksum() async -> UInt64 {
        switch self {
        case .now(let body): body()
        case .later(let body): await body()
        }
    }
}

/// A contender has another checksum than the first one of its workload.
struct DifferentWork: Error, CustomStringConvertible {
    let workload: String
    let contender: String
    let checksum: UInt64
    let expected: UInt64

    var description: String { "\(workload): \(contender) has the checksum \(checksum) instead of \(expected)" }
}

extension [Double] {
    /// The element in the middle; of an even number, the smaller of the two.
    var median: Double { isEmpty ? 0 : sorted()[(count - 1) / 2] }
}
