/// The timers of a system, each a task that sleeps and then fires unless it is cancelled.
///
/// ```swift
/// var timers = SimulatedTimers<TimerID>()
/// static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(types: TimerID.self)] }
///
/// // The code under test schedules or cancels a timer:
/// try timers.schedule(id)
/// timers.cancel(id)
///
/// func moves(_ move: inout SystemMoves<PoolSystem>) {
///     timers.offer(&move, at: \.timers) { try $0.perform($0.pool.timerFired($1)) }
/// }
/// ```
///
/// The property that stores a timer's identifier is called `id`: use this name in
/// ``SystemIdentifiers``.
///
/// A timer fires once, at any time after it was scheduled, but not after it was cancelled. Timers
/// can fire in any order. With ``SystemAssumption/lateTimers``, a timer's task may wake up at any
/// time and then wait for its turn. From then on the timer fires even if it is cancelled.
///
/// If the order depends on durations, pass them in whole units of your choice. This keepalive of
/// 10 seconds and its timeout of 20 seconds use units of 10 seconds:
///
/// ```swift
/// try timers.schedule(.keepalive, after: 1)
/// try timers.schedule(.timeout, after: 2)
/// ```
///
/// A timer with a duration fires, or its task wakes up, only when it is due. The move `time passes`
/// brings all such timers one unit closer. It is possible unless a timer is due or awake, so no
/// timer is overtaken. Other moves may happen at any time, before and after each unit. A state
/// contains only the remaining durations, so a system whose timers start again and again still has
/// finitely many states. Use small numbers, and store all timers with durations in one collection,
/// because each collection has a time of its own.
///
/// In some systems, a timer's task first registers a way to cancel the timer, for example a
/// continuation. The registration is a separate step. Before that step, the timer fires only with
/// ``SystemAssumption/races``.
public struct SimulatedTimers<ID: Hashable> {
    /// A scheduled timer for which at least one move remains.
    package struct Timer: Hashable {
        /// The identifier that the code under test uses for the timer.
        package let id: ID

        /// Whether the timer's task has registered how to cancel it; always `false` if the timers
        /// of this collection do not register.
        package fileprivate(set) var isRegistered = false

        /// Whether the timer's task has woken up.
        ///
        /// If it has, the timer fires even if it is
        /// cancelled.
        package fileprivate(set) var isAwake = false

        /// Whether the timer was cancelled.
        package fileprivate(set) var isCancelled = false

        /// Whether the timer fired before its task began to sleep.
        package fileprivate(set) var hasFired = false

        /// The number of units until the timer is due; `nil` if it may fire at any time.
        package fileprivate(set) var remaining: Int?

        /// Whether time cannot pass before this timer fires.
        fileprivate var stopsTime: Bool { remaining == 0 || isAwake }

        fileprivate var isRunning: Bool { !hasFired && !isCancelled }

        /// A number that distinguishes this timer from other timers with the same identifier.
        fileprivate var phase: Int {
            [isRegistered, isAwake, isCancelled, hasFired].reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
        }
    }

    /// The identifiers of the timers for which at least one move remains; their order does not
    /// distinguish states.
    public var all: [ID] { list.map(\.id) }

    package var list: [Timer] { bag.list }

    private var bag = Bag<Timer>()
    private let areRegistered: Bool
    private let lateLimit: Int

    /// Creates an empty collection.
    ///
    /// - Parameters:
    ///   - areRegistered: Whether a timer first registers how to cancel it, in a separate step. A
    ///     timer that fires before this step stays in ``all`` until the step, so limit the number
    ///     of timers in ``all``, not in ``running``.
    ///   - lateLimit: The largest number of timers that may be awake at the same time. A low limit
    ///     reduces the number of states. With a limit of 0, no timer fires late.
    public init(areRegistered: Bool = false, lateLimit: Int = 1) {
        (self.areRegistered, self.lateLimit) = (areRegistered, lateLimit)
    }

    /// The identifiers of the timers that have neither fired nor been cancelled.
    public var running: [ID] { list.filter(\.isRunning).map(\.id) }

    /// Adds a timer.
    ///
    /// To repeat a timer, schedule it again in the closure `fire` of `offer`. If the code under
    /// test may cancel it there, call the code before or after, whichever your app does.
    ///
    /// - Parameters:
    ///   - id: The identifier that the code under test uses for the timer.
    ///   - duration: The number of units until the timer fires, in a unit of your choice. With 0 or
    ///     less, the timer is due at once. With `nil`, it fires at any time.
    ///   - fileID: The file that is named if the timer cannot be scheduled. Use the default.
    ///   - line: The line that is named if the timer cannot be scheduled. Use the default.
    /// - Throws: A ``SystemFault`` if a timer with this identifier is still running.
    public mutating func schedule(
        _ id: ID,
        after duration: Int? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws(SystemFault) {
        guard !running.contains(id) else { throw SystemFault("a timer is scheduled twice", fileID: fileID, line: line) }
        bag.list.append(Timer(id: id, remaining: duration.map { max(0, $0) }))
    }

    /// Cancels a timer, unless it has already fired or been cancelled.
    public mutating func cancel(_ id: ID) {
        guard let timer = list.first(where: { $0.id == id && $0.isRunning }) else { return }
        change(timer) { ($0.isCancelled, $0.remaining) = (true, nil) }
    }

    private mutating func passTime() {
        for index in bag.list.indices { bag.list[index].remaining? -= 1 }
    }

    /// Changes a timer and removes it if no move remains for it.
    private mutating func change(_ timer: Timer, _ body: (inout Timer) -> Void) {
        guard let index = bag.list.firstIndex(of: timer) else { return }
        body(&bag.list[index])
        let changed = bag.list[index]
        let willFire = !changed.hasFired && (changed.isAwake || !changed.isCancelled)
        if isSleeping(changed), !willFire { bag.list.remove(at: index) }
    }

    private func isSleeping(_ timer: Timer) -> Bool { timer.isRegistered || !areRegistered }

    /// A timer's identifier in the name of a move, in a property that `SystemIdentifiers` can name.
    private struct Subject {
        let id: ID
    }

    /// A move's name and a timer's identifier, which several timers may share.
    private struct Naming: Hashable {
        let name: String
        let id: ID
    }

    /// Offers the moves of the timers.
    ///
    /// The code under test may schedule a timer with the identifier of an older timer that has
    /// fired or was cancelled but still has a move. If both timers offer the same move, the name of
    /// the second of these moves ends in `(2)`.
    ///
    /// - Parameters:
    ///   - moves: The moves of the system.
    ///   - path: The key path of these timers in the system.
    ///   - register: A closure that tells the code under test how to cancel a timer; `nil` if the
    ///     timers are not registered.
    ///   - fire: A closure that tells the code under test that a timer has fired.
    public func offer<System>(
        _ moves: inout SystemMoves<System>,
        at path: WritableKeyPath<System, SimulatedTimers>,
        register: ((inout System, ID) throws -> Void)? = nil,
        fire: @escaping (inout System, ID) throws -> Void
    ) {
        guard (register != nil) == areRegistered else {
            return moves("set up timers") { _ in
                throw SystemFault(
                    "Pass a register step to offer if and only if areRegistered was true when the timers were created."
                )
            }
        }
        var ordinals: [Naming: Int] = [:]
        /// Offers a move with a name that no other timer with this identifier uses.
        func offer(
            _ name: String,
            _ id: ID,
            _ assumption: SystemAssumption?,
            _ body: @escaping (inout System) throws -> Void
        ) {
            let ordinal = ordinals[Naming(name: name, id: id), default: 0] + 1
            ordinals[Naming(name: name, id: id)] = ordinal
            moves.append(name, of: Subject(id: id), ordinal: ordinal, assuming: assumption, body)
        }
        if list.contains(where: { $0.remaining != nil }), !list.contains(where: \.stopsTime) {
            moves("time passes") { $0[keyPath: path].passTime() }
        }
        // Equal timers offer the same moves. Sorting makes the order independent of the list.
        for timer in Set(list).sorted(by: { $0.phase < $1.phase }) {
            let id = timer.id
            let isSleeping = isSleeping(timer)
            if !isSleeping {
                offer("register timer", id, nil) {
                    $0[keyPath: path].change(timer) { $0.isRegistered = true }
                    try register?(&$0, id)
                }
            } else if !timer.isAwake, timer.remaining ?? 0 == 0, list.count(where: \.isAwake) < lateLimit {
                offer("wake timer", id, .lateTimers) {
                    $0[keyPath: path].change(timer) { ($0.isAwake, $0.remaining) = (true, nil) }
                }
            }
            if !timer.hasFired, timer.remaining ?? 0 == 0 {
                let name = timer.isCancelled ? "fire late timer" : "fire timer"
                offer(name, id, isSleeping ? nil : .races) {
                    $0[keyPath: path].change(timer) { ($0.hasFired, $0.remaining) = (true, nil) }
                    try fire(&$0, id)
                }
            }
        }
    }
}

extension SimulatedTimers: NamedPart, CustomReflectable {
    static var storedNames: [String: String] {
        ["bag": "all", "areRegistered": "areRegistered", "lateLimit": "lateLimit"]
    }

    /// A mirror that contains only what distinguishes states: the timers.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "all": bag, "areRegistered": areRegistered, "lateLimit": lateLimit,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension SimulatedTimers: Equatable, Hashable {}
extension SimulatedTimers: Sendable where ID: Sendable {}
extension SimulatedTimers.Timer: Sendable where ID: Sendable {}
