/// The calls of a class under test, which protects its state with locks and suspends its callers.
///
/// ```swift
/// var calls = SimulatedCalls(callers: 2) { Tickets() }
///
/// func moves(_ move: inout SystemMoves<TicketSystem>) {
///     calls.offer(&move, at: \.calls, "next") { tickets, _ in try await tickets.next() }
///     move.optional("add") { try $0.calls.perform { $0.add(7) } }
/// }
///
/// // No caller waits forever after it was cancelled:
/// TicketSystem.Property.never("a cancelled call waits") {
///     $0.isAtRest && $0.calls.suspended.contains(where: $0.calls.isCancelled)
/// }
/// ```
///
/// The source file of the class must be in the same target as files from the folder
/// `Examples/StandIns`. They declare locks, continuations, cancellation handlers and tasks with the
/// names of the standard library, so the class stays unchanged.
///
/// Each move creates a new object and puts the values from the previous move into its locks. So an
/// exploration can return to any earlier state. Whatever changes must be inside a lock that the
/// initializer of the class creates.
///
/// A call runs until it has to wait. It then stays *suspended* until its continuation is resumed,
/// and continues in a move of its own. To continue a call, the exploration makes it again from the
/// beginning, with the answers that the call has already received from its locks, continuations and
/// tasks. So a call must not depend on anything else that changes, unless it asks for it with
/// ``SimulatedCall/answer(_:)``.
///
/// If the callers call again after a call has ended, add ``SimulatedCall/identifiers``
/// to ``ExploredSystem/identifiers``.
public struct SimulatedCalls<Object> {
    private let make: () -> Object
    private var content: CallContent

    /// Creates callers that are ready, and the values that the locks of a new object contain.
    ///
    /// - Parameters:
    ///   - callers: The number of callers. Each caller is known by its index.
    ///   - make: A closure that creates the object, always in the same way.
    public init(callers: Int = 0, _ make: @escaping () -> Object) {
        self.make = make
        content = CallContent(callers: (0..<callers).map { CallContent.Caller(caller: $0) })
        let running = RunningCall(content, of: nil, .call)
        _ = running.create(make)
        content = running.finish()
    }

    /// Accesses the phase of a caller.
    ///
    /// If a caller may call again after its call has ended, set the phase to
    /// ``SimulatedCall/Phase/ready``.
    public subscript(caller: Int) -> SimulatedCall.Phase {
        get { content.callers[caller].phase }
        set { content.callers[caller].phase = newValue }
    }

    /// The callers whose calls wait for their continuations.
    public var suspended: [Int] { content.callers.indices.filter { self[$0] == .suspended } }

    /// Returns whether the task of a caller was cancelled.
    public func isCancelled(_ caller: Int) -> Bool { content.callers[caller].isCancelled }

    /// The tasks that the class has started, in order.
    public var tasks: [SimulatedCall.TaskProgress] { content.tasks }

    /// Returns the value in the first lock that contains a value of a type.
    public func value<Value>(_ type: Value.Type = Value.self) -> Value? {
        content.locks.lazy.compactMap { $0 as? Value }.first
    }

    /// Calls a closure with the object, for methods that are not asynchronous.
    ///
    /// - Throws: The error of the closure, or a ``SystemFault`` if the class resumes a continuation
    ///   twice or takes a lock that it already holds.
    public mutating func perform<Result>(_ body: (Object) throws -> Result) throws -> Result {
        let running = RunningCall(content, of: nil, .call)
        let result = try RunningCall.$current.withValue(RunningCall.Reference(call: running)) {
            try body(running.create(make))
        }
        content = running.finish()
        if let fault = running.fault { throw fault }
        return result
    }

    /// Offers the moves of callers that make a call.
    ///
    /// A caller that is ready can make the call. If its call is suspended, its task may be
    /// cancelled. Once its continuation has been resumed, the call continues.
    ///
    /// Two moves depend on ``SystemAssumption/cancellation``: the cancellation of a suspended call,
    /// and a call whose task is cancelled during the call. Such a task is cancelled immediately
    /// before the first cancellation handler, so the call itself has not noticed it.
    ///
    /// - Parameters:
    ///   - moves: The moves of the system.
    ///   - path: The key path of these calls in the system.
    ///   - name: The name of the call, which no other call has.
    ///   - callers: The callers that may begin the call, by default all callers.
    ///   - isOptional: Whether a caller that is ready need not make the call.
    ///   - isCancellable: Whether the tasks of the callers may be cancelled.
    ///   - call: A closure that makes the call, with the number of the caller.
    ///   - returning: A closure that receives the number of the caller and the result of the call.
    public func offer<System, Value>(
        _ moves: inout SystemMoves<System>,
        at path: WritableKeyPath<System, SimulatedCalls>,
        _ name: String,
        callers: [Int]? = nil,
        isOptional: Bool = true,
        isCancellable: Bool = true,
        _ call: @escaping (Object, Int) async throws -> Value,
        returning: @escaping (inout System, Int, Result<Value, any Error>) throws -> Void = { _, _, _ in }
    ) {
        func take(_ step: CallStep, of caller: Int) -> (inout System) throws -> Void {
            { system in
                let result = try system[keyPath: path].take(step, of: caller, name, call)
                if let result { try returning(&system, caller, result) }
            }
        }
        for (index, caller) in content.callers.enumerated() {
            switch caller.phase {
            case .ready:
                guard callers?.contains(index) ?? true else { continue }
                if isOptional {
                    moves.optional(name, of: index, take(.call, of: index))
                } else {
                    moves(name, of: index, take(.call, of: index))
                }
                if isCancellable, !caller.isCancelled {
                    moves("cancelled \(name)", of: index, assuming: .cancellation, take(.cancelledCall, of: index))
                }
            case .suspended, .resumed:
                guard caller.name == name else { continue }
                if caller.phase == .resumed { moves("continue \(name)", of: index, take(.resume, of: index)) }
                if isCancellable, !caller.isCancelled {
                    moves("cancel \(name)", of: index, assuming: .cancellation, take(.cancel, of: index))
                }
            case .ended: break
            }
        }
    }

    /// Takes a step of a call; returns its result, or `nil` if it is suspended.
    private mutating func take<Value>(
        _ step: CallStep,
        of caller: Int,
        _ name: String,
        _ call: @escaping (Object, Int) async throws -> Value
    ) throws(SystemFault) -> Result<Value, any Error>? {
        let running = RunningCall(content, of: caller, step)
        running.begin(name)
        let object = running.create(make)
        let result = running.run { try await call(object, caller) }
        running.end(hasResult: result != nil)
        content = running.finish()
        if let fault = running.fault { throw fault }
        return result
    }
}

extension SimulatedCalls: NamedPart, CustomReflectable {
    static var storedNames: [String: String] { ["content": ""] }

    /// A mirror that contains only what distinguishes states: the callers, the values in the locks,
    /// and the tasks.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "callers": content.callers, "locks": content.locks, "tasks": content.tasks,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension SimulatedCalls: DescribedPart {
    /// The progress of the callers and the values in the locks, such as `Calls(callers: [0:
    /// suspended, 1: ready], locks: [[7]], tasks: [])`.
    ///
    /// The progress of a cancelled caller is followed by `and cancelled`.
    public var description: String { StateDifference.text(self) }

    var shown: Any {
        Calls(
            callers: PartEntries(list: content.callers.map { ($0.caller, $0.status) }),
            locks: content.locks,
            tasks: content.tasks
        )
    }
}

/// The parts of `SimulatedCalls` that a text shows.
private struct Calls {
    let callers: PartEntries<Int>
    let locks: [Any]
    let tasks: [SimulatedCall.TaskProgress]
}

extension CallContent.Caller {
    fileprivate var status: PartStatus { PartStatus(["\(phase)"] + (isCancelled ? ["cancelled"] : [])) }
}
