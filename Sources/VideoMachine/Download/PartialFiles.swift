import Foundation
import StateMachines

/// The partial files that are kept, by address.
///
/// Keeping a file and writing to it are two activities, which may begin in any order.
final class PartialFiles: Sendable {
    private struct State {
        var kept: [URL: PartialFile] = [:]
        var waiting: [(id: UUID, source: URL, continuation: CheckedContinuation<PartialFile?, Never>)] = []
    }

    private let state = Locked(State())

    /// Keeps a file for an address until the task that calls this is cancelled, and removes it
    /// then.
    func keep(_ file: PartialFile, for source: URL) async {
        await withTaskCancellationHandler {
            let waiting = state.withLock { state in
                // A call that is cancelled before it begins must not offer its file to the next
                // download.
                if Task.isCancelled { return [] as [CheckedContinuation<PartialFile?, Never>] }
                state.kept[source] = file
                let waiting = state.waiting.filter { $0.source == source }.map(\.continuation)
                state.waiting.removeAll { $0.source == source }
                return waiting
            }
            for continuation in waiting { continuation.resume(returning: file) }
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        } onCancel: {
            // At once, so that a download that begins in the next moment gets the next file.
            state.withLock { state in
                if state.kept[source] === file { state.kept[source] = nil }
            }
        }
        await file.remove()
    }

    /// The file that is kept for an address, as soon as there is one; `nil` if the task is
    /// cancelled before.
    func file(for source: URL) async -> PartialFile? {
        let id = UUID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: PartialFile?? = state.withLock { state in
                    if let file = state.kept[source] { return .some(file) }
                    if Task.isCancelled { return .some(nil) }
                    state.waiting.append((id, source, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let index = state.waiting.firstIndex { $0.id == id }
                return index.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(returning: nil)
        }
    }
}
