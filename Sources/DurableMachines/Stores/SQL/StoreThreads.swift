import Foundation

/// The connection of one thread, and what the thread does with it.
protocol StoreWorker: AnyObject {
    /// Whether there is a connection, so that requests can be performed.
    var isConnected: Bool { get }

    /// Connects, or waits before another attempt.
    func connect()

    /// Performs requests that share a transaction.
    func perform(_ requests: [StoreRequest])
}

/// Threads that perform the transactions of a store.
///
/// Databases wait for disks, networks and locks, and these waits must not block the threads of
/// Swift tasks. The threads end after ``close()``, or when the last reference to this object goes
/// away.
final class StoreThreads: Sendable {
    /// The requests that wait for the threads.
    let queue: RequestQueue

    /// Starts threads.
    ///
    /// - Parameters:
    ///   - count: The number of threads and of connections.
    ///   - name: The name of the threads.
    ///   - queue: The queue.
    ///   - makeWorker: Makes the worker of a thread, on the thread; the thread ends if it is `nil`.
    init(
        _ count: Int = 1,
        name: String,
        queue: RequestQueue,
        makeWorker: @escaping @Sendable (RequestQueue) -> (any StoreWorker)?
    ) {
        self.queue = queue
        for _ in 0..<count {
            let thread = Thread {
                Self.serve(queue, makeWorker)
                // At this point, the connection is closed.
                queue.finish()
            }
            thread.name = name
            // The closures call code of users, such as recursive decoding.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    deinit { queue.close() }

    /// Performs the waiting transactions and closes the connections.
    func close() async { await queue.closeAndWait() }

    private static func serve(_ queue: RequestQueue, _ makeWorker: (RequestQueue) -> (any StoreWorker)?) {
        guard let worker = makeWorker(queue) else { return }
        while let work = queue.next(isConnected: worker.isConnected) {
            switch work {
            case .connect: worker.connect()
            case .perform(let requests): releasingObjects { worker.perform(requests) }
            }
        }
    }

    /// Frees the temporary objects of Foundation, which otherwise live as long as the thread.
    private static func releasingObjects(_ body: () -> Void) {
        #if canImport(ObjectiveC)
        autoreleasepool(invoking: body)
        #else
        body()
        #endif
    }
}
