/// The tasks of a system, which call the code under test, wait in it and may be cancelled.
///
/// ```swift
/// var tasks = SimulatedTasks(["reader", "writer"])
///
/// func moves(_ move: inout SystemMoves<ChannelSystem>) {
///     for task in tasks.ids where tasks[task] == .ready {
///         move("call", of: task) { try $0.call(task) }          // may set .suspending
///     }
///     tasks.offer(&move, at: \.tasks) { try $0.handOver($1) } cancel: { try $0.tell($1) }
/// }
///
/// // The code under test resumes a continuation:
/// try tasks.resume(task)
/// ```
///
/// If the identifiers of the tasks are numbers, list these numbers in
/// ``ExploredSystem/identifiers`` as `SystemIdentifiers(properties: ["id", "cancelled"], keys:
/// ["phases"])`. The identifiers of tasks are the keys of the property `phases`. The property
/// `cancelled` stores the identifiers of cancelled tasks. The subject of a move becomes a part of
/// the move's name. The subject of a task's move stores the task's identifier in a property called
/// `id`.
///
/// A call that has to wait takes two steps, each under the lock of the code under test. In the
/// first step, the code decides that the task has to wait. In the second step, it gets the
/// continuation. Other moves may happen between the two steps.
///
/// A task may be cancelled once, at any time. The move that cancels a task depends on
/// ``SystemAssumption/cancellation``. A call lasts from its first step until its return. If the
/// task is cancelled during a call, the task's cancellation handler runs. If the task is cancelled
/// before a call, ``isCancelled(_:)`` is true, and the system decides whether the handler runs.
public struct SimulatedTasks<ID: Hashable> {
    /// The progress of a task.
    public enum Phase: Hashable, Sendable {
        /// The task runs outside any call. Tasks begin in this phase.
        case ready

        /// The code under test has told the task to wait but does not have its continuation yet.
        case suspending

        /// The task waits until its continuation is resumed.
        case suspended

        /// The task's continuation was resumed, but its cancellation handler can still run.
        case returning

        /// The task's continuation was resumed with an error, which the task will throw.
        case failing

        /// The task has ended.
        case ended

        /// Whether a task in this phase is in a call.
        var isInCall: Bool {
            switch self {
            case .suspending, .suspended, .returning: true
            case .ready, .failing, .ended: false
            }
        }
    }

    private var phases: [ID: Phase] = [:]
    private var cancelled: Set<ID> = []

    /// Creates an empty collection.
    public init() {}

    /// Creates tasks that are ready.
    public init(_ ids: some Sequence<ID>) {
        for id in ids { phases[id] = .ready }
    }

    /// The identifiers of all tasks, in no particular order.
    public var ids: [ID] { Array(phases.keys) }

    /// Accesses the phase of a task; `nil` if there is no such task.
    ///
    /// Set the phase to start a task, to make it wait or to end it.
    public subscript(id: ID) -> Phase? {
        get { phases[id] }
        set {
            if newValue == nil { cancelled.remove(id) }
            phases[id] = newValue
        }
    }

    /// Returns whether a task was cancelled.
    public func isCancelled(_ id: ID) -> Bool { cancelled.contains(id) }

    /// Cancels a task without running its cancellation handler.
    public mutating func cancel(_ id: ID) { cancelled.insert(id) }

    /// The tasks that wait for their continuations, in no particular order.
    public var suspended: [ID] { phases.filter { $0.value == .suspended }.map(\.key) }

    /// Whether every task waits for its continuation or has ended.
    public var areStuck: Bool { phases.values.allSatisfy { $0 == .suspended || $0 == .ended } }

    /// Resumes the continuation of a task.
    ///
    /// The task enters the phase that you pass. Pass ``Phase/returning`` if the task can still be
    /// cancelled before it has returned, and ``Phase/failing`` if it gets an error.
    ///
    /// - Throws: A ``SystemFault`` if the task is not waiting, because it was resumed before or
    ///   never waited.
    public mutating func resume(
        _ id: ID,
        to phase: Phase = .ready,
        fileID: String = #fileID,
        line: Int = #line
    ) throws(SystemFault) {
        guard phases[id] == .suspended else {
            throw SystemFault("a task is resumed although it is not suspended", fileID: fileID, line: line)
        }
        phases[id] = phase
    }

    /// A task's identifier in the name of a move, in a property that `SystemIdentifiers` can name.
    private struct Subject {
        let id: ID
    }

    /// Offers the moves of the tasks that are in a call, and the moves that cancel tasks.
    ///
    /// - Parameters:
    ///   - moves: The moves of the system.
    ///   - path: The key path of these tasks in the system.
    ///   - ids: The tasks that may be cancelled, by default all tasks.
    ///   - suspend: A closure that passes a task's continuation to the code under test. The task is
    ///     already suspended.
    ///   - cancel: A closure that runs a task's cancellation handler; `nil` if no task may be
    ///     cancelled.
    public func offer<System>(
        _ moves: inout SystemMoves<System>,
        at path: WritableKeyPath<System, SimulatedTasks>,
        cancelling ids: [ID]? = nil,
        suspend: @escaping (inout System, ID) throws -> Void,
        cancel: ((inout System, ID) throws -> Void)? = nil
    ) {
        for (id, phase) in phases {
            let subject = Subject(id: id)
            switch phase {
            case .suspending:
                moves("suspend", of: subject) {
                    $0[keyPath: path][id] = .suspended
                    try suspend(&$0, id)
                }
            case .returning: moves("return", of: subject) { $0[keyPath: path][id] = .ready }
            case .ready, .suspended, .failing, .ended: break
            }
            guard let cancel, phase != .ended, !isCancelled(id), ids?.contains(id) ?? true else { continue }
            moves("cancel", of: subject, assuming: .cancellation) {
                $0[keyPath: path].cancel(id)
                if phase.isInCall { try cancel(&$0, id) }
            }
        }
    }
}

extension SimulatedTasks: DescribedPart {
    /// The identifiers of the tasks with their phases, such as `[0: ready, 1: ended]`.
    ///
    /// The phase of a cancelled task is followed by `and cancelled`.
    public var description: String { StateDifference.text(self) }

    var shown: Any {
        let ids = phases.keys + cancelled.filter { phases[$0] == nil }
        return PartEntries(list: ids.map { ($0, status(of: $0)) })
    }

    private func status(of id: ID) -> PartStatus {
        let words = [phases[id].map { "\($0)" }, isCancelled(id) ? "cancelled" : nil]
        return PartStatus(words.compactMap { $0 })
    }
}

extension SimulatedTasks: Equatable, Hashable {}
extension SimulatedTasks: Sendable where ID: Sendable {}
