import Dispatch
import Foundation
import StateMachineLocks

/// The queues on which this process writes files, one for each path.
///
/// A file is closed on its queue, some time after its last reference was released. Because the next
/// file at this path uses that queue, it is opened only then.
enum RecordingPaths {
    private static let queues = Locked<[String: DispatchQueue]>([:])

    /// Returns a path's queue, after it has closed a file whose references were released.
    static func queue(for path: String) -> DispatchQueue {
        let key = URL(filePath: path).standardizedFileURL.path
        let queue = queues.withLock { queues in
            let queue = queues[key] ?? DispatchQueue(label: "StateMachineRecording.file", qos: .utility)
            queues[key] = queue
            return queue
        }
        queue.sync {}
        return queue
    }
}
