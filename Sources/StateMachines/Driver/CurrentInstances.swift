#if !hasFeature(Embedded)
/// The instances that were entered and not exited.
///
/// Activities usually equal themselves, and are keys here. An activity with a NaN does not, and no
/// dictionary finds it again. Such activities are exited with every change, in the reverse order of
/// their entries, so their instances are on a stack.
struct CurrentInstances<Definition: StateDefinition> {
    typealias Instance = ActivityInstance<Definition>

    private var byActivity: [Definition.Activity: Instance] = [:]
    private var unequalToThemselves: [Instance] = []

    var count: Int { byActivity.count + unequalToThemselves.count }

    subscript(activity: Definition.Activity) -> Instance? { byActivity[activity] }

    /// Adds an instance.
    ///
    /// - Returns: The instance that it replaces. There is one only if `==` and `hash(into:)` of the
    ///   activity contradict each other.
    mutating func insert(_ instance: Instance) -> Instance? {
        guard instance.isEqualToItself else {
            unequalToThemselves.append(instance)
            return nil
        }
        return byActivity.updateValue(instance, forKey: instance.activity)
    }

    /// Removes the instance of an exited activity.
    mutating func remove(_ activity: Definition.Activity) -> Instance? {
        activity == activity ? byActivity.removeValue(forKey: activity) : unequalToThemselves.popLast()
    }

    /// Removes all instances and returns them.
    mutating func removeAll() -> [Instance] {
        let removed = Array(byActivity.values) + unequalToThemselves
        byActivity = [:]
        unequalToThemselves = []
        return removed
    }
}

extension ActivityInstance {
    /// Whether an equal activity can be entered again.
    var isEqualToItself: Bool { activity == activity }
}
#endif
