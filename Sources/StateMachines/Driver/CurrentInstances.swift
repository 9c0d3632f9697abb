#if !hasFeature(Embedded)
/// Instances that the machine has entered and not yet exited.
///
/// An activity with a NaN does not equal itself, so no search finds its instance. Such activities
/// are exited after every change, in reverse order of their entries, so their instances are on a
/// stack.
struct CurrentInstances<Definition: StateDefinition> {
    typealias Instance = ActivityInstance<Definition>

    private var byActivity = InstancesByActivity<Definition>()
    private var unequalToThemselves: [Instance] = []

    var instances: [Instance] { byActivity.instances + unequalToThemselves }

    var count: Int { byActivity.count + unequalToThemselves.count }

    subscript(activity: Definition.Activity) -> Instance? { byActivity[activity] }

    mutating func insert(_ instance: Instance) {
        if instance.isEqualToItself { byActivity.insert(instance) } else { unequalToThemselves.append(instance) }
    }

    /// Removes an exited activity's instance.
    mutating func remove(_ activity: Definition.Activity) -> Instance? {
        activity == activity ? byActivity.remove(activity) : unequalToThemselves.popLast()
    }

    /// Removes all instances and returns them.
    mutating func removeAll() -> [Instance] {
        defer { self = CurrentInstances() }
        return instances
    }
}

extension ActivityInstance {
    /// Whether the activity equals itself, unlike one that contains a NaN.
    var isEqualToItself: Bool { activity == activity }
}
#endif
