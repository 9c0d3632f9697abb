package import Foundation
import StateMachineInspectionMessages

/// A file that records what happens in an app's machines.
///
/// ```swift
/// let file = try RecordingFile(at: "incident.jsonl")
/// session.record("session", in: file, redacting: .payloads)
/// refresh.record("refresh", in: file, watching: Refresh.properties)
/// ```
///
/// For each launch of the app, the file contains a date, followed by a line for each event. The
/// line contains the time since that date, the machine that received the event, and, if it's known,
/// the machine that sent the event. The file also shows where a machine violates one of the watched
/// properties.
///
/// To replay the recording in a browser, drop the file on an HTML page that the
/// `StateMachineCatalog` module writes. In a test or a script, read one machine's events with
/// ``MachineRecording/init(jsonLines:machine:run:)``. If you redact the recording, as `session`
/// does here, or if the definition isn't `Codable`, use
/// ``MachineRecording/init(names:machine:run:)``.
///
/// If the file can't be opened, let your app run without a recording:
///
/// ```swift
/// if let file = try? RecordingFile(at: path) { session.record("session", in: file) }
/// ```
///
/// **Cost.** Recording an event copies the state twice. A queue encodes and writes the events at a
/// low priority, so the app doesn't wait. A machine's own thread encodes an event only if 1,000
/// others are waiting. If the disk doesn't respond and 32 MB of encoded events are waiting,
/// further events are left out, and the file shows how many are missing.
///
/// **Crashes.** An event is written after the machine has handled it and called its hooks. After a
/// crash, the file therefore lacks the event that the machine was handling, and usually the events
/// of the last few milliseconds. The app's next launch appends to the same file.
///
/// **Size.** If the same event with the same outcome has occurred in the same state before, its
/// line takes only 20 to 30 bytes. When the file reaches its limit, it's rewritten without its
/// oldest parts, so that about three quarters of the limit remain. This requires disk space for a
/// second copy.
///
/// **Senders.** If a machine's hook sends an event to another machine, the file names the machine
/// with the hook. For an activity's work, your code names the machine; see ``MachineSource``. The
/// sender isn't known for an event that you post, or for an event from an `onChange` or
/// `onRejection` hook or from a state exit hook that you registered after the call to `record`. In
/// the file, an event from such a hook can come before the event that caused it.
///
/// **Lifetime.** The machines retain the file. It's closed when its machines and all of your
/// references to it have been released.
public final class RecordingFile: Sendable {
    /// The file's path.
    public let path: String

    let queue: RecordingQueue

    /// Opens or creates a file.
    ///
    /// - Parameters:
    ///   - path: The file's path. Its folder must exist.
    ///   - app: The name of this app; by default, the name of the process.
    ///   - byteLimit: The maximum size of the file in bytes. Beyond it, the file's oldest parts are
    ///     dropped. A value below 65,536 has the same effect as 65,536.
    /// - Throws: ``RecordingFileError`` if the file can't be written, or if another instance or
    ///   another process is writing it.
    public convenience init(
        at path: String,
        app: String? = nil,
        byteLimit: Int = 64 * 1024 * 1024
    ) throws(RecordingFileError) {
        let app = app ?? ProcessInfo.processInfo.processName
        try self.init(at: path, app: app, byteLimit: byteLimit, date: .now, clock: ContinuousClock())
    }

    /// Opens or creates a file whose clock starts at a date.
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
    /// - Throws: ``RecordingFileError`` if the file couldn't be written, for example because the
    ///   disk is full. The app continues without the recording.
    public func flush() async throws(RecordingFileError) {
        if let error = await queue.flush() { throw error }
    }
}

/// An error for a recording that could not be written to a file.
public struct RecordingFileError: Error, Hashable, CustomStringConvertible {
    /// A message that contains the path and the reason.
    public let description: String

    init(_ path: String, _ error: any Error) {
        self.init(path, because: (error as NSError).localizedDescription)
    }

    init(_ path: String, because reason: String) {
        description = "Cannot write the recording \(path): \(reason)"
    }
}
