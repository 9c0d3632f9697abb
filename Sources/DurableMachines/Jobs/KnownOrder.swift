import StateMachineLocks

/// The order of jobs that a run has read last, less the jobs that it has taken since.
final class KnownOrder: Sendable {
    private struct Content {
        var order = JobOrder()

        /// The number of the reading that the order comes from.
        var reading = 0

        /// The time of the last reading, by ``Fleet/elapsed``.
        var time: Duration?
    }

    private let content = Locked(Content())

    /// Notes that somebody begins to read the order.
    func noteReading(at time: Duration) { content.withLock { $0.time = time } }

    /// Notes an order that was read.
    ///
    /// - Returns: The number of the reading.
    func read(_ order: JobOrder) -> Int {
        content.withLock { content in
            content.order = order
            content.reading += 1
            return content.reading
        }
    }

    /// Notes the jobs that were taken, unless the order was read again in the meantime.
    func change(to order: JobOrder, from reading: Int) {
        content.withLock { if $0.reading == reading { $0.order = order } }
    }

    /// Whether the order was read longer ago than a duration.
    func isOld(at time: Duration, after age: Duration) -> Bool {
        content.withLock { content in content.time.map { time - $0 > age } ?? true }
    }

    /// The queues whose jobs count for a limit.
    var limitedQueues: Set<String> { content.withLock { $0.order.limitedQueues } }

    /// The order for the transaction that ends a job, and the reading that it comes from.
    func beforeEnd<Definition>(of job: FleetJob<Definition>) -> (order: JobOrder, reading: Int) {
        content.withLock { content in
            if job.isLimited { content.order.ended(in: job.queue) }
            return (content.order, content.reading)
        }
    }
}
