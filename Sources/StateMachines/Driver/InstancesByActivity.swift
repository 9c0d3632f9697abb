#if !hasFeature(Embedded)
/// A collection of instances that finds them by their activities.
///
/// A `Dictionary` with activities as its keys would end the process if `==` and `hash(into:)` of an
/// activity contradict each other. The keys of this collection are hash values, so it never loses
/// an instance.
struct InstancesByActivity<Definition: StateDefinition> {
    typealias Instance = ActivityInstance<Definition>

    /// One instance for each hash value.
    private var byHash: [Int: Instance] = [:]

    /// Further instances, whose hash values are already in ``byHash``; almost always empty.
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
