#if !hasFeature(Embedded)
/// A machine's activities, in the order in which its definition lists them.
///
/// The list is an array with a single owner, and it reuses its memory. Appending an element neither
/// counts references nor checks for uniqueness.
@usableFromInline
struct ActivityList<Activity: Hashable & Sendable>: ~Copyable {
    @usableFromInline var memory: UnsafeMutablePointer<Activity>
    @usableFromInline var capacity: Int
    @usableFromInline private(set) var count = 0

    @inlinable
    init() {
        capacity = 0
        memory = UnsafeMutablePointer.allocate(capacity: 0)
    }

    @inlinable
    deinit {
        memory.deinitialize(count: count)
        memory.deallocate()
    }

    @inlinable
    subscript(index: Int) -> Activity {
        unsafeAddress { UnsafePointer(memory + index) }
    }

    @inlinable
    mutating func append(_ activity: Activity) {
        if count == capacity { grow() }
        (memory + count).initialize(to: activity)
        count += 1
    }

    @inlinable
    @inline(never)
    mutating func grow() {
        let more = UnsafeMutablePointer<Activity>.allocate(capacity: Swift.max(4, 2 * capacity))
        more.moveInitialize(from: memory, count: count)
        memory.deallocate()
        memory = more
        capacity = Swift.max(4, 2 * capacity)
    }

    /// Destroys the elements.
    ///
    /// Call this method only during a turn: the `deinit` of an element may send an event, which the
    /// machine must then enqueue.
    @inlinable
    mutating func removeAll() {
        let destroyed = count
        count = 0
        memory.deinitialize(count: destroyed)
    }

    /// Returns whether an activity is among the first elements.
    @inlinable
    func contains(_ activity: Activity, before end: Int) -> Bool {
        for index in 0..<end where memory[index] == activity { return true }
        return false
    }

    @inlinable
    func contains(_ activity: Activity) -> Bool { contains(activity, before: count) }

    @inlinable var array: [Activity] { Array(UnsafeBufferPointer(start: memory, count: count)) }
}
#endif
