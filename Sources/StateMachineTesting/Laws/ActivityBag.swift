import StateMachineGraphs
import StateMachines

/// A collection of activities, in which an activity that does not equal itself can occur several
/// times.
///
/// A `Set` would end the process if `==` and `hash(into:)` of an activity contradict each other.
struct ActivityBag<Activity: Hashable & Sendable>: Sendable {
    private var byHash: [Int: [Activity]] = [:]

    init(_ activities: [Activity] = []) {
        for activity in activities { insert(activity) }
    }

    func contains(_ activity: Activity) -> Bool { key(under: activity) != nil }

    mutating func insert(_ activity: Activity) {
        byHash[key(of: activity), default: []].append(activity)
    }

    /// Removes an activity and returns whether the bag contained it.
    mutating func remove(_ activity: Activity) -> Bool {
        guard let key = key(under: activity), var activities = byHash.removeValue(forKey: key),
            let index = activities.lastIndex(where: { areSame($0, activity) })
        else { return false }
        activities.remove(at: index)
        if !activities.isEmpty { byHash[key] = activities }
        return true
    }

    /// Returns the key under which the bag contains an activity, or `nil` if it does not.
    ///
    /// If there are few activities, the bag compares all of them, as the machine does, and so finds
    /// an equal activity with a different hash value.
    private func key(under activity: Activity) -> Int? {
        func contains(_ activities: [Activity]) -> Bool { activities.contains { areSame($0, activity) } }
        let key = key(of: activity)
        if let activities = byHash[key], contains(activities) { return key }
        return byHash.count <= 16 ? byHash.first { contains($0.value) }?.key : nil
    }

    /// A key for an activity, which is one number for all activities that do not equal themselves.
    ///
    /// Two activities with a NaN can be alike although their hash values differ.
    private func key(of activity: Activity) -> Int { activity == activity ? activity.hashValue : 0 }
}
