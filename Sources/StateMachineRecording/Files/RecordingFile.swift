package import Foundation
import StateMachineInspectionMessages

/// A file into which the machines of an app write what happens in them.
///
/// ```swift
/// let file = try RecordingFile(at: "incident.jsonl")
/// session.record("session", in: file, redacting: .payloads)
/// refresh.record("refresh", in: file, watching: Refresh.properties)
/// ```
///
/// The file contains the events of all machines on one clock, with the date of its beginning, the
/// machines that have sent the events, and the violations of the watched properties. Drop it on a
/// playable page, or read one of its machines with ``MachineRecording/init(jsonLines:machine:)``.
///
/// **Cost.** Each event costs two copies of the state. A queue writes the lines at a low priority,
/// and the app does not wait for it. If the queue cannot keep up, the thread of a machine encodes
/// its own event, so the memory stays limited. Events are lost only while 32 MB of encoded events
/// wait, for example because the disk does not respond, and the file then shows how many are
/// missing. If the app crashes, the file lacks the events that the queue has not written yet, which
/// are usually those of the last milliseconds.
///
/// **Size.** A step that has happened before is written as a reference of about 25 bytes. When the
/// file exceeds its limit, its oldest part is dropped. An existing file is continued, so it may
/// contain several runs of the app.
///
/// **Senders.** The file names the machine whose hook or whose work (``MachineSource``) has sent an
/// event. It does not know the sender if the event was posted, or if it was sent by an `onChange`
/// or `onRejection` hook, or by a state exit hook that was registered after `record`. Such an event
/// can also precede the event that caused it.
///
/// The file ends when the last of its machines and all of your references have been released.
public final class RecordingFile: Sendable {
    /// The path of the file.
    public let path: String

    let queue: RecordingQueue

    /// Opens or creates a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Its folder must exist.
    ///   - app: The name of this app. The default is the name of the process.
    ///   - byteLimit: The largest size of the file. At least 64 kB.
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
        let (writer, queue) = try RecordingPaths.open(path) { () throws(RecordingFileError) in
            try RecordingWriter(at: path, beginning: line, byteLimit: max(byteLimit, 64 * 1024))
        }
        self.queue = RecordingQueue(writer, on: queue, time: elapsedTime(of: clock))
    }

    deinit { queue.close() }

    /// Waits until all events so far are in the file.
    ///
    /// Call this method before you read or copy the file, and at the end of a program.
    ///
    /// - Throws: ``RecordingFileError`` if the file could not be written, for example because the
    ///   disk is full. The app continues without the recording.
    public func flush() async throws(RecordingFileError) {
        if let error = await queue.flush() { throw error }
    }
}

/// The reason why a recording could not be written into a file.
public struct RecordingFileError: Error, Hashable, CustomStringConvertible {
    /// The path and the reason.
    public let description: String

    init(_ path: String, _ error: any Error) {
        self.init(path, because: (error as NSError).localizedDescription)
    }

    init(_ path: String, because reason: String) {
        description = "The recording \(path) cannot be written: \(reason)"
    }
}
