#if !hasFeature(Embedded)
/// Instances that are found by their activities.
///
/// A `Dictionary` with activities as its keys would end the process if `==` and `hash(into:)` of an
/// activity contradict each other. Here the keys are hash values, and no instance is ever lost.
struct InstancesByActivity<Definition: StateDefinition> {
    typealias Instance = ActivityInstance<Definition>

    /// By hash value, an instance whose activity has it.
    private var byHash: [Int: Instance] = [:]

    /// The instances of activities whose hash values other activities had first: almost always
    /// none.
    private var others: [Instance] = []

    var count: Int { byHash.count + others.count }

    /// All instances, in no particular order.
    var instances: [Instance] { byHash.values + others }

    /// The instance of an activity.
    ///
    /// - Complexity: O(1) on average.
    subscript(activity: Definition.Activity) -> Instance? {
        if let instance = byHash[activity.hashValue], instance.activity == activity { return instance }
        return others.isEmpty ? nil : others.first { $0.activity == activity }
    }

    mutating func insert(_ instance: Instance) {
        let hash = instance.activity.hashValue
        if byHash[hash] == nil { byHash[hash] = instance } else { others.append(instance) }
    }

    /// Removes the instance of an activity.
    ///
    /// - Complexity: O(1) on average.
    mutating func remove(_ activity: Definition.Activity) -> Instance? {
        let hash = activity.hashValue
        if let instance = byHash[hash], instance.activity == activity { return byHash.removeValue(forKey: hash) }
        guard !others.isEmpty, let index = others.firstIndex(where: { $0.activity == activity }) else { return nil }
        return others.remove(at: index)
    }
}
#endif
