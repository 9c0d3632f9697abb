import Dispatch
import Foundation
import StateMachineLocks

/// The files that this process writes, each with its own queue.
///
/// A file is closed on its queue, some time after its last reference was released. The next file at
/// the same path uses the same queue, so it opens the file only then.
enum RecordingPaths {
    private struct Entry {
        let queue: DispatchQueue
        var isOpen = false
    }

    private static let entries = Locked<[String: Entry]>([:])

    /// Opens a file on the queue of its path.
    ///
    /// - Throws: ``RecordingFileError`` if the file cannot be opened, or is being written already.
    static func open(
        _ path: String,
        _ open: () throws(RecordingFileError) -> RecordingWriter
    ) throws(RecordingFileError) -> (RecordingWriter, DispatchQueue) {
        let key = key(of: path)
        let queue = entries.withLock { entries in
            let entry = entries[key] ?? Entry(queue: DispatchQueue(label: "StateMachineRecording.file", qos: .utility))
            entries[key] = entry
            return entry.queue
        }
        // Wait until the former file has been closed.
        queue.sync {}
        let isFree = entries.withLock { entries in
            guard entries[key]?.isOpen != true else { return false }
            entries[key]?.isOpen = true
            return true
        }
        guard isFree else { throw RecordingFileError(path, because: "this process is writing it already") }
        do throws(RecordingFileError) {
            return (try open(), queue)
        } catch {
            closed(path)
            throw error
        }
    }

    /// Records that a file has been closed, on its queue.
    static func closed(_ path: String) {
        let key = key(of: path)
        entries.withLock { $0[key]?.isOpen = false }
    }

    private static func key(of path: String) -> String { URL(filePath: path).standardizedFileURL.path }
}
