/// The same work, done by several contenders in turn.
struct Workload {
    let name: String

    /// How many events each contender handles in one round.
    let events: Int

    /// From how many bytes on an allocation counts as a copy of the payload; nothing where there is none to copy.
    var payloadSize: Int?

    /// Who does it.
    var contenders: [Contender]
}

/// One way to do the work.
struct Contender {
    enum Role {
        /// Written by hand, and what others are compared with.
        case baseline

        /// Written by hand, too.
        case other

        /// By this library.
        case ours
    }

    let name: String
    let role: Role

    /// The name of what it is compared with, if that is not the first baseline.
    var baseline: String?

    /// How many bytes a machine takes, by itself.
    var bytesPerMachine: Int?

    /// Whether its work takes tasks, which callgrind cannot follow.
    var takesTasks = false

    /// Prepares a round, off the clock, and returns what does the work.
    ///
    /// The work returns a number that is the same for all contenders of a workload.
    let prepare: () -> Work

    /// What is done on the clock.
    enum Work {
        case now(() -> UInt64)
        case later(() async -> UInt64)
    }
}

/// How much work there is.
struct Amount {
    /// How many different events there are, one after the other.
    let events: Int

    /// How often they are gone through.
    let passes: Int

    var total: Int { events * passes }

    /// Enough to tell nanoseconds apart.
    static let timed = Amount(events: 1 << 20, passes: 4)

    /// Enough for counting instructions, which takes fifty times as long.
    static let counted = Amount(events: 10_000, passes: 1)
}
