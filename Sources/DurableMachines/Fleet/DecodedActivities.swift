import Foundation
import StateMachineLocks
import StateMachines

/// The activities that a fleet has decoded, by their JSON.
///
/// Each event compares the activities of all jobs of its machine. Most activities have no payload,
/// so a fleet decodes the same few texts again and again.
final class DecodedActivities<Activity: Decodable & Sendable>: Sendable {
    /// The maximum number of texts.
    private static var limit: Int { 256 }

    /// The maximum size of a text, in bytes.
    private static var sizeLimit: Int { 512 }

    private let activities = Locked<[Data: Activity]>([:])

    /// The activity with the given JSON.
    ///
    /// - Throws: The error of the decoder.
    func activity(_ data: Data) throws -> Activity {
        guard data.count <= Self.sizeLimit else { return try decode(data) }
        if let activity = activities.withLock({ $0[data] }) { return activity }
        let activity = try decode(data)
        activities.withLock { activities in
            if activities.count >= Self.limit { activities = [:] }
            activities[data] = activity
        }
        return activity
    }

    private func decode(_ data: Data) throws -> Activity { try JSON.decode(Activity.self, from: data) }
}
