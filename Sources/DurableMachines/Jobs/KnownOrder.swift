import StateMachineLocks

/// The latest order that a run read, less the jobs that it took since.
final class KnownOrder: Sendable {
    private struct Content {
        var order = JobOrder()

        /// Which reading the order comes from.
        var reading = 0

        /// When the order was last read, by ``Fleet/elapsed``.
        var time: Duration?
    }

    private let content = Locked(Content())

    /// Notes that a reading begins.
    func noteReading(at time: Duration) { content.withLock { $0.time = time } }

    /// Notes the order from a reading.
    ///
    /// - Returns: A number for this reading.
    func read(_ order: JobOrder) -> Int {
        content.withLock { content in
            content.order = order
            content.reading += 1
            return content.reading
        }
    }

    /// Notes which jobs were taken, unless the order was read again in the meantime.
    func change(to order: JobOrder, from reading: Int) {
        content.withLock { if $0.reading == reading { $0.order = order } }
    }

    /// Returns whether the last reading is older than a certain age.
    func isOld(at time: Duration, after age: Duration) -> Bool {
        content.withLock { content in content.time.map { time - $0 > age } ?? true }
    }

    /// Names of the queues whose jobs count toward a limit.
    var limitedQueues: Set<String> { content.withLock { $0.order.limitedQueues } }

    /// Returns the order for a transaction that ends a job, and which reading it comes from.
    func beforeEnd<Definition>(of job: FleetJob<Definition>) -> (order: JobOrder, reading: Int) {
        content.withLock { content in
            if job.isLimited { content.order.ended(in: job.queue) }
            return (content.order, content.reading)
        }
    }
}
