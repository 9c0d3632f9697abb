import StateMachineLocks

/// Wakes the workers of this process when there may be a job for them.
///
/// A signal is only a hint, because workers also look for jobs at intervals.
final class WakeUp: Sendable {
    private struct Waiting {
        var signals = 0
        var nextID = 0
        var continuations: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let waiting = Locked(Waiting())

    /// How many signals were sent so far.
    var signals: Int { waiting.withLock { $0.signals } }

    func signal() {
        let continuations = waiting.withLock { waiting in
            waiting.signals += 1
            defer { waiting.continuations = [:] }
            return waiting.continuations.values.map(\.self)
        }
        for continuation in continuations { continuation.resume() }
    }

    /// Waits until the number of signals exceeds the given one, or until a pause ends.
    func wait(after signals: Int, atMost pause: Duration, clock: any Clock<Duration>) async {
        await withTaskGroup { group in
            group.addTask { await self.wait(after: signals) }
            group.addTask { try? await clock.sleep(for: pause) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(after signals: Int) async {
        let id = waiting.withLock { waiting in
            waiting.nextID += 1
            return waiting.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = waiting.withLock { waiting in
                    if waiting.signals != signals || Task.isCancelled { return true }
                    waiting.continuations[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            waiting.withLock { $0.continuations.removeValue(forKey: id) }?.resume()
        }
    }
}
