#if !hasFeature(Embedded)
import Locking

/// Events on their way to a machine, from any thread, and the one who takes them out.
///
/// Letters are taken in batches, in the order in which they arrived. Each one is answered exactly once: by the machine, or
/// by the mailbox where nobody would ever get to it.
final class Mailbox<Definition: StateDefinition>: Sendable {
    typealias Machine = StateMachine<Definition>
    typealias Instance = ActivityInstance<Definition.Activity>

    /// An event, who sent it, and who waits to hear what became of it.
    struct Letter: Sendable {
        let event: Machine.Event
        let instance: Instance?
        let reply: CheckedContinuation<Machine.Outcome, Never>?

        func answer(_ outcome: Machine.Outcome) {
            reply?.resume(returning: outcome)
        }
    }

    /// What has come in since the last time.
    struct Batch: Sendable {
        var letters: [Letter] = []
        var ended: [Instance] = []
        var isCancelled = false
        var hasNews = false

        var isEmpty: Bool { letters.isEmpty && ended.isEmpty && !isCancelled && !hasNews }
    }

    /// Who takes the letters out.
    fileprivate enum Reader {
        /// Nobody: a courier is sent for them, or they wait for the next run.
        case none
        /// A courier is on its way to the machine's actor.
        case courier
        /// A run, which looks again before it waits.
        case run
        /// A run that waits for something to come in.
        case parkedRun(CheckedContinuation<Batch, Never>)
    }

    /// What gets a reader going.
    private enum Step {
        case nothing
        case resume(CheckedContinuation<Batch, Never>, Batch)
        case send(MachineAddress<Definition>)
    }

    fileprivate struct State {
        var batch = Batch()
        var reader = Reader.none
        var isClosed = false

        /// Where to send a courier; nothing as long as nobody has used the machine on an actor.
        var address: MachineAddress<Definition>?
    }

    private let state = Locked(State())

    /// Lets letters be brought to a machine on its actor when no run takes them out.
    func setAddress(of machine: StateMachine<Definition>, on home: any Actor) {
        state.withLock { state in
            if state.address == nil { state.address = MachineAddress(of: machine, on: home) }
        }
        alert()
    }

    // MARK: Putting in

    /// Puts an event in, and answers it at once if nobody is going to take it out.
    func post(_ event: Machine.Event, from instance: Instance?, reply: CheckedContinuation<Machine.Outcome, Never>?) {
        let letter = Letter(event: event, instance: instance, reply: reply)
        let refusal: Machine.Outcome? = state.withLock { state in
            if let instance, instance.isRetired, !state.isRunning { return .dropped(.stale) }
            if state.isClosed, !state.isRunning { return .dropped(.stopped) }
            if state.address == nil, !state.isRunning {
                state.batch.letters.append(Letter(event: event, instance: instance, reply: nil))
                return .enqueued
            }
            state.batch.letters.append(letter)
            return nil
        }
        if let refusal { letter.answer(refusal) } else { alert() }
    }

    /// Tells the run that an instance's work has ended.
    func end(_ instance: Instance) {
        state.withLock { $0.batch.ended.append(instance) }
        alert()
    }

    /// Tells the run that its task was cancelled.
    func cancel() {
        state.withLock { $0.batch.isCancelled = true }
        alert()
    }

    /// Tells the run that an event from elsewhere has moved the machine.
    func wake() {
        state.withLock { $0.batch.hasNews = true }
        alert()
    }

    /// Answers everything from now on with "stopped".
    ///
    /// A run that is in progress does so itself, up to its end.
    func close() {
        let letters: [Letter] = state.withLock { state in
            state.isClosed = true
            guard !state.isRunning else { return [] }
            return state.takeLetters()
        }
        for letter in letters { letter.answer(.dropped(.stopped)) }
        wake()
    }

    /// Gets the reader going, if there is something to read.
    private func alert() {
        let step: Step = state.withLock { state in
            switch state.reader {
            case .parkedRun(let run):
                guard !state.batch.isEmpty else { return .nothing }
                state.reader = .run
                return .resume(run, state.takeBatch())
            case .none:
                guard let address = state.address, !state.batch.letters.isEmpty else { return .nothing }
                state.reader = .courier
                return .send(address)
            case .courier, .run:
                return .nothing
            }
        }
        switch step {
        case .nothing: break
        case .resume(let run, let batch): run.resume(returning: batch)
        case .send(let address): Task { await address.deliver(from: self) }
        }
    }

    // MARK: Taking out

    /// Makes a run the reader.
    func attachRun() {
        state.withLock { state in
            state.reader = .run
            state.batch.isCancelled = false
        }
    }

    /// Waits until something has come in, and takes it.
    func next(isolation: isolated (any Actor)?) async -> Batch {
        await withCheckedContinuation { run in
            let batch: Batch? = state.withLock { state in
                if state.batch.isEmpty {
                    state.reader = .parkedRun(run)
                    return nil
                }
                return state.takeBatch()
            }
            if let batch { run.resume(returning: batch) }
        }
    }

    /// Ends the reading by a run, and returns the letters that have come in meanwhile and that nobody else will deal with.
    ///
    /// Events from outside stay for the next reader; those who wait for one that is not on its way are told so.
    func detachRun() -> [Letter] {
        let (left, told): ([Letter], [Letter]) = state.withLock { state in
            state.reader = .none
            let letters = state.takeBatch().letters
            if state.isClosed { return (letters, []) }
            let outside = letters.filter { $0.instance == nil }
            let stale = letters.filter { $0.instance != nil }
            if state.address != nil {
                state.batch.letters = outside
                return (stale, [])
            }
            state.batch.letters = outside.map { Letter(event: $0.event, instance: nil, reply: nil) }
            return (stale, outside)
        }
        for letter in told { letter.answer(.enqueued) }
        alert()
        return left
    }

    /// Takes the letters for a courier; nothing when there are none, or a run reads them by now.
    func takeForCourier() -> [Letter]? {
        state.withLock { state in
            guard case .courier = state.reader else { return nil }
            if state.batch.letters.isEmpty {
                state.reader = .none
                return nil
            }
            return state.takeLetters()
        }
    }
}

extension Mailbox.State {
    /// Whether a run takes the letters out.
    var isRunning: Bool {
        switch reader {
        case .run, .parkedRun: true
        case .none, .courier: false
        }
    }

    mutating func takeBatch() -> Mailbox.Batch {
        defer { batch = Mailbox.Batch() }
        return batch
    }

    mutating func takeLetters() -> [Mailbox.Letter] {
        defer { batch.letters = [] }
        return batch.letters
    }
}
#endif
