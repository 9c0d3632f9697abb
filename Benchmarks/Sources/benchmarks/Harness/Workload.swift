/// The same work, done by several contenders in turn.
struct Workload {
    let name: String

    /// How many events each contender handles in one round.
    let events: Int

    /// The size in bytes from which an allocation counts as a copy of the payload; `nil` without a
    /// payload.
    var payloadSize: Int?

    /// Whether allocations are counted; they depend on chance if other tasks are busy meanwhile.
    var countsAllocations = true

    /// The implementations that are compared.
    var contenders: [Contender]
}

/// One implementation of the work.
struct Contender {
    enum Role {
        /// Written by hand; others are compared with it.
        case baseline

        /// Written by hand too.
        case other

        /// Written with this library.
        case ours
    }

    let name: String
    let role: Role

    /// The name of its baseline, if that is not the first one.
    var baseline: String?

    /// The size of one machine in bytes.
    var bytesPerMachine: Int?

    /// Whether the work uses tasks, which callgrind cannot follow.
    var takesTasks = false

    /// Prepares a round, which is not measured, and returns the work.
    ///
    /// The work returns a number that is the same for all contenders of a workload.
    let prepare: () -> Work

    /// The work that is measured.
    enum Work {
        case now(() -> UInt64)
        case later(() async -> UInt64)
    }
}

/// The amount of work.
struct Amount {
    /// The number of different events.
    let events: Int

    /// How often all events are sent.
    let passes: Int

    var total: Int { events * passes }

    /// Enough to measure nanoseconds.
    static let timed = Amount(events: 1 << 20, passes: 4)

    /// Enough for counting instructions, which takes fifty times as long.
    static let counted = Amount(events: 10_000, passes: 1)
}
