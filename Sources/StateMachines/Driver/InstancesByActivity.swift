#if !hasFeature(Embedded)
/// A collection of instances that finds them by their activities.
///
/// Its keys are hash values, because a `Dictionary` with activities as its keys would end the
/// process if an activity's `==` and `hash(into:)` contradict each other.
///
/// If equal activities have different hash values, a hash value does not find an equal activity's
/// instance. A removal then compares all activities, so it never loses an instance. Doing so in a
/// look-up would take time for each absent activity, so a look-up compares all activities only in a
/// small collection, or after a removal has shown that the hash values are wrong.
struct InstancesByActivity<Definition: StateDefinition> {
    typealias Instance = ActivityInstance<Definition>

    /// One instance for each hash value.
    private var byHash: [Int: Instance] = [:]

    /// Further instances, whose hash values are already in ``byHash``; almost always empty.
    private var others: [Instance] = []

    /// Whether an instance was found that its activity's hash value did not find.
    private var isHashWrong = false

    var count: Int { byHash.count + others.count }

    /// All instances, in no particular order.
    var instances: [Instance] { byHash.values + others }

    /// Finds an activity's instance.
    ///
    /// - Complexity: O(1) on average.
    subscript(activity: Definition.Activity) -> Instance? {
        if let instance = byHash[activity.hashValue], instance.activity == activity { return instance }
        if let instance = others.first(where: { $0.activity == activity }) { return instance }
        guard isHashWrong || byHash.count <= [Definition.Activity].linearSearchLimit else { return nil }
        return byHash.values.first { $0.activity == activity }
    }

    mutating func insert(_ instance: Instance) {
        let hash = instance.activity.hashValue
        if byHash[hash] == nil { byHash[hash] = instance } else { others.append(instance) }
    }

    /// Removes an activity's instance.
    ///
    /// - Complexity: O(1) on average for a contained activity, and O(*n*) for an absent one.
    mutating func remove(_ activity: Definition.Activity) -> Instance? {
        let hash = activity.hashValue
        if let instance = byHash[hash], instance.activity == activity { return byHash.removeValue(forKey: hash) }
        if let index = others.firstIndex(where: { $0.activity == activity }) { return others.remove(at: index) }
        guard let index = byHash.values.firstIndex(where: { $0.activity == activity }) else { return nil }
        isHashWrong = true
        return byHash.remove(at: index).value
    }
}
#endif
