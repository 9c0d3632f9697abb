import StateMachineLocks

/// A run's calls that continue for a while after its cancellation.
///
/// A cancelled run still has to give back jobs and store results. But even if the store doesn't
/// answer, a run must end.
final class StoppingCalls: Sendable {
    private struct Content {
        var isOver = false
        var nextID = 0
        var cancellations: [Int: @Sendable () -> Void] = [:]
        var timer: Task<Void, Never>?
    }

    private let content = Locked(Content())

    /// Whether the time is over, so that further calls are pointless.
    var isOver: Bool { content.withLock { $0.isOver } }

    /// Performs a call whose task is cancelled only when the time is over.
    func perform<Result: Sendable>(
        _ call: @escaping @Sendable () async throws(FleetError) -> Result
    ) async throws(FleetError) -> Result {
        let task = Task { () async -> Swift.Result<Result, FleetError> in
            do throws(FleetError) { return .success(try await call()) } catch { return .failure(error) }
        }
        let (id, isOver) = content.withLock { content in
            content.nextID += 1
            content.cancellations[content.nextID] = { task.cancel() }
            return (content.nextID, content.isOver)
        }
        if isOver { task.cancel() }
        let result = await task.value
        content.withLock { $0.cancellations[id] = nil }
        return try result.get()
    }

    /// Cancels all calls after a time.
    func stop(after limit: Duration, clock: any Clock<Duration>) {
        let timer = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            let cancellations = content.withLock { content in
                content.isOver = true
                return content.cancellations.values.map(\.self)
            }
            for cancel in cancellations { cancel() }
        }
        content.withLock { $0.timer = timer }
    }

    /// Ends the timer after all calls.
    func finish() { content.withLock { $0.timer }?.cancel() }
}
