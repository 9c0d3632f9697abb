import StateMachineLocks

/// The call that the current move makes.
///
/// The stand-ins for locks, continuations, cancellation handlers and tasks report to it.
final class RunningCall {
    /// The call of the thread that makes the move.
    @TaskLocal static var current: Reference?

    /// A container for the call, which only one thread uses at a time.
    struct Reference: Sendable {
        nonisolated(unsafe) let call: RunningCall
    }

    private(set) var fault: SystemFault?

    private var content: CallContent
    /// The caller; `nil` if the move calls methods that are not asynchronous.
    private let caller: Int?
    private let step: CallStep

    private var isCreating = false
    private var locks: [any CallLock] = []
    private var createdTasks = 0

    /// Whether the call only repeats its earlier steps, so nothing that it does has an effect.
    private var isRepeating: Bool
    /// The index of the next answer in a repetition.
    private var position = 0
    /// How many closures are running whose effects the answers of the call include.
    private var depth = 0
    private var handlerCount = 0
    /// The cancellation handlers around the current place in the call.
    private var handlers: [Int] = []

    init(_ content: CallContent, of caller: Int?, _ step: CallStep) {
        (self.content, self.caller, self.step) = (content, caller, step)
        isRepeating = caller != nil && step.isRepetition
    }

    // MARK: - Moves

    /// Creates the object and gives its locks the values from the previous move.
    func create<Object>(_ make: () -> Object) -> Object {
        isCreating = true
        let object = Self.$current.withValue(Reference(call: self), operation: make)
        isCreating = false
        for (lock, content) in zip(locks, content.locks) { lock.put(content) }
        return object
    }

    /// Begins the step of a caller.
    func begin(_ name: String) {
        guard let caller else { return }
        if step == .cancel { content.callers[caller].isCancelled = true }
        if step.isRepetition { return }
        content.callers[caller].name = name
        content.callers[caller].answers = []
        content.callers[caller].handlers = []
    }

    /// Runs a call until it has a result or has to wait.
    func run<Value>(_ body: @escaping () async throws -> Value) -> Result<Value, any Error>? {
        nonisolated(unsafe) let box = CallBox(body)
        let executor = CallExecutor()
        Self.$current.withValue(Reference(call: self)) {
            _ = Task(executorPreference: executor) {
                do { box.result = .success(try await box.body()) } catch { box.result = .failure(error) }
            }
            executor.run()
        }
        return box.result
    }

    /// Ends the step of a caller.
    func end(hasResult: Bool) {
        guard let caller else { return }
        if step == .cancelledCall { content.callers[caller].isCancelled = true }
        if hasResult {
            content.callers[caller].phase = .ended
            content.callers[caller].answers = []
            content.callers[caller].handlers = []
        } else if content.callers[caller].phase == .ready {
            note(SystemFault("a call waits for something that has no stand-in"))
        }
    }

    /// Returns what the move leaves behind.
    func finish() -> CallContent {
        defer { content = CallContent(callers: []) }
        if !locks.isEmpty { content.locks = locks.map(\.content) }
        return content
    }

    /// Notes a fault, unless there is an earlier one.
    func note(_ fault: SystemFault) {
        if self.fault == nil { self.fault = fault }
    }

    // MARK: - Stand-ins

    /// Adds a lock to those of the object.
    func add(_ lock: some CallLock) {
        if isCreating { locks.append(lock) }
    }

    /// Asks a question, unless the call has already received the answer.
    func answer<Value, Failure: Error>(_ ask: () throws(Failure) -> Value) throws(Failure) -> Value {
        guard let caller, depth == 0 else { return try ask() }
        if isRepeating, let next: CallAnswer<Value, Failure> = nextAnswer() { return try next.result.get() }
        depth += 1
        let result = Result(catching: ask)
        depth -= 1
        if !isRepeating { content.callers[caller].answers.append(CallAnswer(result: result)) }
        return try result.get()
    }

    /// Returns the next answer of a repetition.
    private func nextAnswer<Answer>() -> Answer? {
        guard let caller, position < content.callers[caller].answers.count,
            let answer = content.callers[caller].answers[position] as? Answer
        else {
            note(SystemFault("a call behaves differently when it is repeated"))
            return nil
        }
        position += 1
        return answer
    }

    /// Whether effects count at this place.
    private var isLive: Bool { !isRepeating || depth > 0 }

    /// Suspends the call until its continuation is resumed; returns `nil` if it is not resumed yet.
    func suspend<Success, Failure: Error>(
        _ body: (SimulatedContinuation<Success, Failure>) -> Void
    ) -> Result<Success, Failure>? {
        guard let caller else { return nil }
        let index: Int
        if isRepeating {
            index = position
            guard let _: CallSuspension = nextAnswer() else { return nil }
        } else {
            index = content.callers[caller].answers.count
            let number = content.callers[caller].suspension
            content.callers[caller].answers.append(CallSuspension(suspension: number))
            content.callers[caller].suspension += 1
            content.callers[caller].phase = .suspended
            content.callers[caller].handlers = handlers
        }
        let number = (content.callers[caller].answers[index] as? CallSuspension)?.suspension ?? 0
        body(SimulatedContinuation(caller: caller, suspension: number))

        let isLast = number == content.callers[caller].suspension - 1
        if isRepeating, isLast, step == .cancel { return nil }
        guard let suspension = content.callers[caller].answers[index] as? CallSuspension,
            let answer = suspension.answer as? CallAnswer<Success, Failure>
        else { return nil }
        if isLast {
            isRepeating = false
            content.callers[caller].phase = .ready
            content.callers[caller].handlers = []
        }
        return answer.result
    }

    /// Resumes a continuation.
    func resume<Success, Failure: Error>(
        _ continuation: SimulatedContinuation<Success, Failure>,
        with result: Result<Success, Failure>,
        fileID: String,
        line: Int
    ) {
        guard isLive else { return }
        let caller = content.callers[continuation.caller]
        guard caller.phase == .suspended,
            let index = caller.answers.lastIndex(where: { $0 is CallSuspension }),
            var suspension = caller.answers[index] as? CallSuspension,
            suspension.suspension == continuation.suspension
        else { return note(SystemFault("a continuation is resumed twice", fileID: fileID, line: line)) }
        suspension.answer = CallAnswer(result: result)
        content.callers[continuation.caller].answers[index] = suspension
        content.callers[continuation.caller].phase = .resumed
    }

    /// Whether the task of the call is cancelled.
    var isCancelled: Bool {
        guard let caller else { return false }
        return answer { content.callers[caller].isCancelled }
    }

    /// Begins the scope of a cancellation handler, and runs the handler if it is time.
    func beginHandler(_ handler: () -> Void) {
        guard let caller else { return }
        handlers.append(handlerCount)
        handlerCount += 1
        if isRepeating, step == .cancel, content.callers[caller].handlers.contains(handlerCount - 1) {
            _ = answer { false }
            depth += 1
            handler()
            depth -= 1
        } else {
            let isCancelled = answer {
                if step == .cancelledCall { content.callers[caller].isCancelled = true }
                return content.callers[caller].isCancelled
            }
            if isCancelled { handler() }
        }
    }

    /// Ends the scope of the innermost cancellation handler.
    func endHandler() { _ = handlers.popLast() }

    /// Notes that a task is started; returns its number.
    func startTask() -> Int {
        answer {
            // Each new object starts the tasks of its initializer, which are the first ones.
            let number = isCreating ? createdTasks : content.tasks.count
            if isCreating { createdTasks += 1 }
            if number == content.tasks.count { content.tasks.append(.running) }
            return number
        }
    }

    /// Notes that a task is cancelled.
    func cancelTask(_ number: Int) {
        if content.tasks.indices.contains(number) { content.tasks[number] = .cancelled }
    }
}

/// A call and its result, which only one thread uses at a time.
private final class CallBox<Value> {
    let body: () async throws -> Value
    var result: Result<Value, any Error>?

    init(_ body: @escaping () async throws -> Value) { self.body = body }
}

/// An executor that runs a task on the current thread until the task has to wait.
private final class CallExecutor: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
