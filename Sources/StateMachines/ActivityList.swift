#if !hasFeature(Embedded)
/// The activities of a machine, as its definition has listed them, in memory that is used again for the next list.
///
/// It is an array that belongs to one machine and is never shared, so that nothing has to be counted or checked with each element.
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
    subscript(place: Int) -> Activity {
        unsafeAddress { UnsafePointer(memory + place) }
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
    /// The machine has to be busy, since they may do anything to it in their `deinit`.
    @inlinable
    mutating func removeAll() {
        let destroyed = count
        count = 0
        memory.deinitialize(count: destroyed)
    }

    /// Whether an activity is among the first ones.
    @inlinable
    func contains(_ activity: Activity, before end: Int) -> Bool {
        for place in 0..<end where memory[place] == activity { return true }
        return false
    }

    @inlinable
    func contains(_ activity: Activity) -> Bool { contains(activity, before: count) }

    @inlinable var array: [Activity] { Array(UnsafeBufferPointer(start: memory, count: count)) }
}
#endif
