import Foundation
import StateMachineLocks

/// The kept partial files, by address.
///
/// One activity keeps a file and another one writes to it. They may begin in any order.
final class KeptPartialFiles: Sendable {
    private struct State {
        var kept: [URL: PartialFile] = [:]
        var waiting: [(id: UUID, source: URL, continuation: CheckedContinuation<PartialFile?, Never>)] = []
    }

    private let state = Locked(State())

    /// Keeps a file for an address until the calling task is cancelled, and then removes it.
    func keep(_ file: PartialFile, for source: URL) async {
        await withTaskCancellationHandler {
            let waiting = state.withLock { state in
                // If the task is already cancelled, the next download must not get its file.
                if Task.isCancelled { return [] as [CheckedContinuation<PartialFile?, Never>] }
                state.kept[source] = file
                let waiting = state.waiting.filter { $0.source == source }.map(\.continuation)
                state.waiting.removeAll { $0.source == source }
                return waiting
            }
            for continuation in waiting { continuation.resume(returning: file) }
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        } onCancel: {
            // Withdraw the file immediately. A download that begins right after this must get the
            // next file.
            state.withLock { state in
                if state.kept[source] === file { state.kept[source] = nil }
            }
        }
        await file.remove()
    }

    /// Waits for the file that is kept for an address.
    ///
    /// Returns `nil` if the task is cancelled before there is a file.
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
