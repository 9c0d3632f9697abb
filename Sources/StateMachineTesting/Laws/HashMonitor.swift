import StateMachineGraphs
import StateMachines

/// A monitor that finds equal activities with different hash values.
struct HashMonitor<Activity: Hashable & Sendable>: Sendable {
    /// Activities with different hash values, the first ones up to a limit, because each new
    /// activity is compared with all of them.
    private var seen: [Activity] = []
    private var hashes: Set<Int> = []
    private var isBroken = false

    private static var limit: Int { 64 }

    /// Returns the law if one of the activities equals an earlier one with a different hash value.
    ///
    /// After that, this method returns nothing, because every later event would break the law as
    /// well.
    mutating func lawBroken(by activities: [Activity]) -> BrokenLaw? {
        guard !isBroken, Activity.self != Never.self else { return nil }
        for activity in activities.prefix(Self.limit) {
            let hash = activity.hashValue
            if hashes.contains(hash) { continue }
            if let other = seen.first(where: { $0 == activity }) {
                isBroken = true
                return BrokenLaw(
                    .equalActivitiesHaveEqualHashes,
                    """
                    \(ValueName(of: other)) and \(ValueName(of: activity)) are equal values of \(Activity.self) with \
                    different hash values. Write a hash(into:) that uses only what == compares.
                    """
                )
            }
            guard seen.count < Self.limit else { continue }
            hashes.insert(hash)
            seen.append(activity)
        }
        return nil
    }
}
