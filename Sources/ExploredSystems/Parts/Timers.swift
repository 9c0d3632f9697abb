/// Timers as tasks run them: each sleeps, and fires unless it is cancelled before.
///
/// ```swift
/// var timers = Timers<TimerID>()
/// static var identifiers: [Identifiers] { [Identifiers(types: TimerID.self)] }
///
/// // The code under test asks for one, or cancels it:
/// try timers.schedule(id)
/// timers.cancel(id)
///
/// func moves(_ move: inout Moves<PoolSystem>) {
///     timers.offer(&move, at: \.timers) { try $0.perform($0.pool.timerFired($1)) }
/// }
/// ```
///
/// The property that stores the identifier of a timer is called `id`.
///
/// It assumes that a timer fires once, at any time after it was scheduled, in any order, and not
/// after it was cancelled. With ``Assumption/lateTimers`` it also fires after that. Where the task
/// of a timer first says how it can be cancelled, with a continuation for instance, that is a step
/// of its own: before it, a timer fires with ``Assumption/races`` only.
public struct Timers<ID: Hashable> {
    /// A timer that was scheduled, and has neither fired nor come to its end.
    public struct Timer: Hashable {
        /// What the code under test calls it.
        public let id: ID

        /// Whether its task has begun to sleep.
        public fileprivate(set) var isRegistered = false

        /// Whether it was cancelled.
        public fileprivate(set) var isCancelled = false

        /// Whether it has fired before its task has begun to sleep.
        public fileprivate(set) var hasFired = false
    }

    /// The timers, in the order in which they were scheduled.
    public private(set) var all: [Timer] = []

    private let areRegistered: Bool
    private let lateLimit: Int

    /// No timers.
    ///
    /// - Parameters:
    ///   - areRegistered: Whether a timer first says how it can be cancelled, in a step of its own.
    ///   - lateLimit: How many cancelled timers have not come to their end at once, so that there
    ///     are finitely many states. The oldest one beyond that ends without firing.
    public init(areRegistered: Bool = false, lateLimit: Int = 1) {
        (self.areRegistered, self.lateLimit) = (areRegistered, lateLimit)
    }

    /// Whether there are none.
    public var isEmpty: Bool { all.isEmpty }

    /// Those that may fire.
    public var running: [ID] { all.filter { !$0.isCancelled }.map(\.id) }

    /// Adds a timer.
    ///
    /// - Throws: A ``Fault`` if there is one with this identifier that was not cancelled.
    public mutating func schedule(_ id: ID, fileID: String = #fileID, line: Int = #line) throws(Fault) {
        guard !running.contains(id) else { throw Fault("a timer is scheduled twice", fileID: fileID, line: line) }
        all.append(Timer(id: id))
    }

    /// Cancels a timer; one that has fired or was cancelled before stays as it is.
    public mutating func cancel(_ id: ID) {
        guard let index = all.firstIndex(where: { $0.id == id && !$0.isCancelled }) else { return }
        all[index].isCancelled = true
        let late = all.indices.filter { all[$0].isCancelled && isSleeping(all[$0]) }
        if late.count > lateLimit { all.remove(at: late[0]) }
    }

    private func isSleeping(_ timer: Timer) -> Bool { timer.isRegistered || !areRegistered }

    /// A timer in the name of a move: its identifier, as a stored property of this name.
    private struct Subject {
        let id: ID
    }

    /// Offers what timers may do.
    ///
    /// - Parameters:
    ///   - moves: The moves of the system.
    ///   - path: Where the system has these timers.
    ///   - register: Says how a timer can be cancelled, if timers are registered; otherwise `nil`.
    ///   - fire: Tells the code under test that a timer has fired.
    public func offer<System>(
        _ moves: inout Moves<System>,
        at path: WritableKeyPath<System, Timers>,
        register: ((inout System, ID) throws -> Void)? = nil,
        fire: @escaping (inout System, ID) throws -> Void
    ) {
        guard (register != nil) == areRegistered else {
            return moves("set up timers") { _ in
                throw Fault("Give offer a register step if the timers were made with areRegistered, and only then.")
            }
        }
        for (index, timer) in all.enumerated() {
            let id = timer.id
            let subject = Subject(id: id)
            let isSleeping = isSleeping(timer)
            if !isSleeping {
                moves("register timer", of: subject) {
                    $0[keyPath: path].all[index].isRegistered = true
                    if timer.hasFired { $0[keyPath: path].all.remove(at: index) }
                    try register?(&$0, id)
                }
            }
            if !timer.hasFired {
                let assumption: Assumption? = timer.isCancelled ? .lateTimers : isSleeping ? nil : .races
                moves(timer.isCancelled ? "fire late timer" : "fire timer", of: subject, assuming: assumption) {
                    $0[keyPath: path].all[index].hasFired = true
                    if isSleeping { $0[keyPath: path].all.remove(at: index) }
                    try fire(&$0, id)
                }
            }
            if timer.isCancelled, isSleeping {
                moves("end timer", of: subject) { $0[keyPath: path].all.remove(at: index) }
            }
        }
    }
}

extension Timers: Equatable, Hashable {}
extension Timers: Sendable where ID: Sendable {}
extension Timers.Timer: Sendable where ID: Sendable {}
