import Foundation
import StateMachines

/// The received part of a video, on disk, with what a request for the rest needs.
///
/// One download at a time writes to it, and its owner removes it.
final class PartialFile: Sendable {
    /// What is known of the received bytes.
    struct Knowledge: Hashable, Sendable {
        /// How many bytes there are, from the beginning of the video.
        var received: Int64 = 0

        /// How many bytes the whole video has, if known.
        var expected: Int64?

        /// The server's name for their version: a strong entity tag, or a date.
        var validator: String?
    }

    private struct State {
        var knowledge = Knowledge()
        var handle: FileHandle?
        var isInUse = false
        var isRemoved = false
        var remover: CheckedContinuation<Void, Never>?
    }

    /// The location of the file.
    let location: URL

    private let state = Locked(State())

    /// A file that does not exist yet, beside the destination of the whole one.
    ///
    /// Each has a unique name, so that no two owners share one.
    init(beside destination: URL) {
        let name = "\(destination.lastPathComponent).\(UUID().uuidString.prefix(8)).partial"
        location = destination.deletingLastPathComponent().appending(path: name)
    }

    var knowledge: Knowledge { state.withLock(\.knowledge) }

    /// Calls a closure during which the file is not removed.
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

    /// Opens the file for bytes from an offset on, and truncates it there.
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

    /// Appends bytes.
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

    /// Closes the file; it can be opened again.
    func close() {
        state.withLock { state in
            try? state.handle?.close()
            state.handle = nil
        }
    }

    /// Forgets the received bytes if a download cannot resume from them: their version has no name,
    /// or the file is shorter by now.
    func forgetUnlessSound() {
        let values = try? FileManager.default.attributesOfItem(atPath: location.path(percentEncoded: false))
        let size = (values?[.size] as? NSNumber)?.int64Value ?? 0
        let known = knowledge
        if known.validator == nil || size < known.received { forget() }
    }

    /// Forgets the received bytes, so that the next download starts at the beginning.
    func forget() {
        state.withLock { $0.knowledge = Knowledge() }
    }

    /// Moves the file to its destination, and replaces a file there atomically.
    func move(to destination: URL) throws(VideoDownloadError) {
        close()
        let paths = (location.path(percentEncoded: false), destination.path(percentEncoded: false))
        guard rename(paths.0, paths.1) == 0 else { throw .cannotWrite(String(cString: strerror(errno))) }
        forget()
    }

    /// Removes the file, once it is not in use.
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
