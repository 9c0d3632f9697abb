package import Foundation
import StateMachineInspectionMessages

/// A file into which an app's machines write what happens in them.
///
/// ```swift
/// let file = try RecordingFile(at: "incident.jsonl")
/// session.record("session", in: file, redacting: .payloads)
/// refresh.record("refresh", in: file, watching: Refresh.properties)
/// ```
///
/// The file contains all machines' events on one clock, with the date of its beginning, each
/// event's sender, and the violations of the watched properties. You can drop the file on a
/// machine's page. In a test or a script, read one of its machines with
/// ``MachineRecording/init(jsonLines:machine:run:)`` or, if it is redacted or not `Codable`, with
/// ``MachineRecording/init(names:machine:run:)``.
///
/// The machines retain the file. Let your app run without a recording if the file cannot be opened:
///
/// ```swift
/// if let file = try? RecordingFile(at: path) { session.record("session", in: file) }
/// ```
///
/// **Cost.** Each event costs two copies of the state. A queue writes the lines at a low priority,
/// and the app does not wait for it. If the queue cannot keep up, a machine's thread encodes its
/// own event, so the memory stays limited. Events are lost only while 32 MB of encoded events wait,
/// for example because the disk does not respond, and the file then shows how many are missing.
///
/// **Crashes.** An event is written after the machine has handled it and called its hooks. After a
/// crash, the file therefore lacks the event that the machine was handling, and usually the events
/// of the last few milliseconds. The next launch continues the file, which then contains several
/// runs.
///
/// **Size.** A step that has happened before is written as a reference of 20 to 30 bytes. When the
/// file reaches its limit, it is rewritten without its oldest parts, so that about three quarters
/// of the limit remain. For this, the disk needs room for a second copy.
///
/// **Senders.** For each event, the file names the machine whose hook or work (``MachineSource``)
/// sent it. A posted event has no known sender, and neither has one that was sent by an `onChange`
/// or `onRejection` hook, or by a state exit hook that was registered after `record`. Such an event
/// can also precede the event that caused it.
///
/// Once the last of its machines and all of your references have been released, the file is closed.
public final class RecordingFile: Sendable {
    /// The file's path.
    public let path: String

    let queue: RecordingQueue

    /// Opens or creates a file.
    ///
    /// - Parameters:
    ///   - path: The file's path. Its folder must exist.
    ///   - app: The name of this app; by default, the name of the process.
    ///   - byteLimit: How large the file may get before its oldest parts are dropped, at least 64
    ///     kB.
    /// - Throws: ``RecordingFileError`` if the file cannot be written, or if another instance or
    ///   another process is writing it.
    public convenience init(
        at path: String,
        app: String? = nil,
        byteLimit: Int = 64 * 1024 * 1024
    ) throws(RecordingFileError) {
        let app = app ?? ProcessInfo.processInfo.processName
        try self.init(at: path, app: app, byteLimit: byteLimit, date: .now, clock: ContinuousClock())
    }

    /// Opens or creates a file, whose time begins at a date.
    package init(
        at path: String,
        app: String?,
        byteLimit: Int,
        date: Date?,
        clock: any Clock<Duration>,
        session: String = "\(UUID())"
    ) throws(RecordingFileError) {
        self.path = path
        let line = RecordingHeader(date: date?.inMilliseconds, app: app, session: session)
        let queue = RecordingPaths.queue(for: path)
        let writer = try RecordingWriter(at: path, beginning: line, byteLimit: max(byteLimit, 64 * 1024))
        self.queue = RecordingQueue(writer, on: queue, time: elapsedTime(of: clock))
    }

    deinit { queue.close() }

    /// Waits until all events so far are in the file.
    ///
    /// Call this method before you read or copy the file, and at the program's end.
    ///
    /// - Throws: ``RecordingFileError`` if the file could not be written, for example because the
    ///   disk is full. The app continues without the recording.
    public func flush() async throws(RecordingFileError) {
        if let error = await queue.flush() { throw error }
    }
}

/// An error for a recording that could not be written into a file.
public struct RecordingFileError: Error, Hashable, CustomStringConvertible {
    /// A text with the path and the reason.
    public let description: String

    init(_ path: String, _ error: any Error) {
        self.init(path, because: (error as NSError).localizedDescription)
    }

    init(_ path: String, because reason: String) {
        description = "Cannot write the recording \(path): \(reason)"
    }
}
