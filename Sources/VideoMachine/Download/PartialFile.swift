import Foundation
import StateMachines

/// What has come in of a video, on disk, and what a server has to be told in order to send the rest.
///
/// One download at a time writes to it, and its owner removes it.
final class PartialFile: Sendable {
    /// What is known of the bytes that are there.
    struct Knowledge: Hashable, Sendable {
        /// How many there are, from the beginning of the video.
        var received: Int64 = 0

        /// How many there will be.
        var expected: Int64?

        /// What names the version that they belong to: a strong entity tag, or a date.
        var validator: String?
    }

    private struct State {
        var knowledge = Knowledge()
        var handle: FileHandle?
        var isInUse = false
        var isRemoved = false
        var remover: CheckedContinuation<Void, Never>?
    }

    /// Where the bytes are.
    let location: URL

    private let state = Locked(State())

    /// A file that does not exist yet, beside the place where the whole one will be.
    ///
    /// Each has a name of its own, so that none can belong to somebody else.
    init(beside destination: URL) {
        let name = "\(destination.lastPathComponent).\(UUID().uuidString.prefix(8)).partial"
        location = destination.deletingLastPathComponent().appending(path: name)
    }

    var knowledge: Knowledge { state.withLock(\.knowledge) }

    /// Does something with the file, which stays until that is over.
    func use<Result>(
        _ body: () async throws(VideoDownloadError) -> Result
    ) async throws(VideoDownloadError) -> Result {
        let isThere = state.withLock { state in
            guard !state.isRemoved, !state.isInUse else { return false }
            state.isInUse = true
            return true
        }
        guard isThere else { throw .cancelled }
        defer { endUse() }
        return try await body()
    }

    private func endUse() {
        close()
        let remover = state.withLock { state in
            state.isInUse = false
            return state.remover
        }
        remover?.resume()
    }

    /// Gets ready for bytes from a place on; what is behind that is dropped.
    func open(at offset: Int64, expecting expected: Int64?, of validator: String?) throws(VideoDownloadError) {
        do {
            try state.withLock { state in
                let flags = O_WRONLY | O_CLOEXEC | (offset == 0 ? O_CREAT | O_TRUNC : 0)
                let descriptor = Foundation.open(location.path(percentEncoded: false), flags, 0o666)
                guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                // A write that failed may have left more than was counted.
                try handle.truncate(atOffset: UInt64(offset))
                try handle.seek(toOffset: UInt64(offset))
                state.handle = handle
                state.knowledge = Knowledge(received: offset, expected: expected, validator: validator)
            }
        } catch {
            throw VideoDownloadError(writing: error)
        }
    }

    /// Writes some more bytes.
    func append(_ data: Data) throws(VideoDownloadError) {
        do {
            try state.withLock { state in
                try state.handle?.write(contentsOf: data)
                state.knowledge.received += Int64(data.count)
            }
        } catch {
            throw VideoDownloadError(writing: error)
        }
    }

    /// Writes no more for now.
    func close() {
        state.withLock { state in
            try? state.handle?.close()
            state.handle = nil
        }
    }

    /// Forgets what cannot be resumed from: of a version without a name, or no longer there, whoever has removed it.
    func forgetUnlessSound() {
        let values = try? FileManager.default.attributesOfItem(atPath: location.path(percentEncoded: false))
        let size = (values?[.size] as? NSNumber)?.int64Value ?? 0
        let known = knowledge
        if known.validator == nil || size < known.received { forget() }
    }

    /// Forgets what is there: the next bytes are the first.
    func forget() {
        state.withLock { $0.knowledge = Knowledge() }
    }

    /// Moves the whole file to its place; whatever is there is replaced at once.
    func move(to destination: URL) throws(VideoDownloadError) {
        close()
        let paths = (location.path(percentEncoded: false), destination.path(percentEncoded: false))
        guard rename(paths.0, paths.1) == 0 else { throw .cannotWrite(String(cString: strerror(errno))) }
        forget()
    }

    /// Removes the file, as soon as nobody uses it any more.
    func remove() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                state.isRemoved = true
                if state.isInUse { state.remover = continuation }
                return !state.isInUse
            }
            if isFree { continuation.resume() }
        }
        _ = unlink(location.path(percentEncoded: false))
    }
}
