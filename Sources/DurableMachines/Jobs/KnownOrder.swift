import StateMachineLocks

/// The order of jobs that a run has read last, less the jobs that it has taken since.
final class KnownOrder: Sendable {
    private struct Content {
        var order = JobOrder()

        /// The time of the last reading, by ``Fleet/elapsed``.
        var time: Duration?
    }

    private let content = Locked(Content())

    /// Notes that somebody begins to read the order.
    func noteReading(at time: Duration) { content.withLock { $0.time = time } }

    func change(to order: JobOrder) { content.withLock { $0.order = order } }

    /// Whether the order was read longer ago than a duration.
    func isOld(at time: Duration, after age: Duration) -> Bool {
        content.withLock { content in content.time.map { time - $0 > age } ?? true }
    }

    /// The order for the transaction that ends a job.
    func beforeEnd<Definition>(of job: FleetJob<Definition>) -> JobOrder {
        content.withLock { content in
            if job.isLimited { content.order.ended(in: job.queue) }
            return content.order
        }
    }
}
