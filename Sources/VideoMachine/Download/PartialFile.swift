import Foundation
import StateMachineLocks

/// The received part of a video on disk, with the information that is needed to request the rest.
///
/// Only one download at a time writes to the file. The owner removes the file.
final class PartialFile: Sendable {
    /// Information about the received bytes.
    struct Knowledge: Hashable, Sendable {
        /// The number of received bytes, counted from the beginning of the video.
        var received: Int64 = 0

        /// The complete video's size in bytes, if known.
        var expected: Int64?

        /// The server's ID for their version: a strong entity tag or a date.
        var validator: String?

        /// The address that sent the bytes, after redirects.
        var address: URL?
    }

    private struct State {
        var knowledge = Knowledge()
        var handle: FileHandle?
        var isInUse = false
        var isRemoved = false
        var remover: CheckedContinuation<Void, Never>?
    }

    /// The file's location.
    let location: URL

    private let state = Locked(State())

    /// Creates a value for a new file next to the destination of the complete video.
    ///
    /// The file does not exist yet. Its name is unique, so no two owners share a file.
    init(beside destination: URL) {
        let name = "\(destination.lastPathComponent).\(UUID().uuidString.prefix(8)).partial"
        location = destination.deletingLastPathComponent().appending(path: name)
    }

    var knowledge: Knowledge { state.withLock(\.knowledge) }

    /// Calls a closure and keeps the file until the closure returns.
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

    /// Opens the file to write from an offset, and truncates it there.
    func open(
        at offset: Int64,
        expecting expected: Int64?,
        of validator: String?,
        from address: URL? = nil
    ) throws(VideoDownloadError) {
        do {
            try state.withLock { state in
                let flags = O_WRONLY | O_CLOEXEC | (offset == 0 ? O_CREAT | O_TRUNC : 0)
                let descriptor = Foundation.open(location.path(percentEncoded: false), flags, 0o666)
                guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                // A failed write may have left more bytes than were counted.
                try handle.truncate(atOffset: UInt64(offset))
                try handle.seek(toOffset: UInt64(offset))
                state.handle = handle
                state.knowledge = Knowledge(
                    received: offset,
                    expected: expected,
                    validator: validator,
                    address: address
                )
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

    /// Closes the file, which can be opened again.
    func close() {
        state.withLock { state in
            try? state.handle?.close()
            state.handle = nil
        }
    }

    /// Forgets the received bytes, so that the next download starts at the beginning.
    func forget() {
        state.withLock { $0.knowledge = Knowledge() }
    }

    /// Moves the file to its destination, where it atomically replaces any existing file.
    func move(to destination: URL) throws(VideoDownloadError) {
        close()
        let paths = (location.path(percentEncoded: false), destination.path(percentEncoded: false))
        guard rename(paths.0, paths.1) == 0 else { throw .cannotWrite(String(cString: strerror(errno))) }
        forget()
    }

    /// Removes the file as soon as it is not in use.
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
