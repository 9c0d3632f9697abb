#if !hasFeature(Embedded)
/// Instances that are found by their activities.
///
/// A `Dictionary` with activities as its keys would end the process if `==` and `hash(into:)` of an
/// activity contradict each other. Here the keys are hash values, and no instance is ever lost.
struct InstancesByActivity<Definition: StateDefinition> {
    typealias Instance = ActivityInstance<Definition>

    /// By hash value the instances whose activities have it, almost always a single one.
    private var buckets: [Int: [Instance]] = [:]

    private(set) var count = 0

    /// All instances, in no particular order.
    var instances: [Instance] { buckets.values.flatMap { $0 } }

    /// The instance of an activity.
    ///
    /// - Complexity: O(1) on average.
    subscript(activity: Definition.Activity) -> Instance? {
        buckets[activity.hashValue]?.first { $0.activity == activity }
    }

    mutating func insert(_ instance: Instance) {
        buckets[instance.activity.hashValue, default: []].append(instance)
        count += 1
    }

    /// Removes the instance of an activity.
    ///
    /// - Complexity: O(1) on average.
    mutating func remove(_ activity: Definition.Activity) -> Instance? {
        let hash = activity.hashValue
        guard let index = buckets[hash]?.firstIndex(where: { $0.activity == activity }),
            let instance = buckets[hash]?.remove(at: index)
        else { return nil }
        if buckets[hash]?.isEmpty == true { buckets[hash] = nil }
        count -= 1
        return instance
    }
}
#endif
