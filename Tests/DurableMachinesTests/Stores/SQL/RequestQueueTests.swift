import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The calls that wait for the threads of connections; the test plays the threads.
@Suite(.timeLimit(.minutes(1)), .computing) struct RequestQueueTests {
    private var nothing: SQLTransaction {
        SQLTransaction(on: SQLTranscript(in: .sqlite), fleet: "orders", isWriting: true, now: nil)
    }

    private func queue(
        threads: Int = 2,
        count: Int = 100,
        unconnected: Duration = .seconds(1_000),
        answer: Duration = .seconds(1_000)
    ) -> RequestQueue {
        RequestQueue(
            "the store",
            threads: threads,
            limits: .init(count: count, unconnected: unconnected, answer: answer)
        )
    }

    /// Adds a call that returns a number, and waits until it is in the queue.
    private func call(_ queue: RequestQueue, _ number: Int, machine: String? = nil) async throws -> Task<Int, any Error>
    {
        let id = try machine.map { try MachineID($0) }
        let before = queue.callCount
        let call = Task { try await queue.perform(.write, fleet: "orders", machine: id) { _ in number } }
        #expect(await eventually { queue.callCount == before + 1 })
        return call
    }

    private func take(_ queue: RequestQueue) throws -> StoreRequest {
        guard case .perform(let requests) = queue.next(isConnected: true) else { throw Unexpected("no request") }
        return try #require(requests.first)
    }

    private func perform(_ request: StoreRequest, _ queue: RequestQueue) throws {
        #expect(request.handle(.begin))
        let delivery = try request.run(nothing)
        #expect(request.handle(.commit))
        delivery()
        queue.finish([request])
    }

    /// A store that closes its queue at its end.
    private final class Owner: Sendable {
        let queue: RequestQueue
        init(_ queue: RequestQueue) { self.queue = queue }
        deinit { queue.close() }
    }

    @Test(arguments: [nil, "a"])
    func `a call can hold the last reference to its store`(machine: String?) async throws {
        let queue = queue(threads: 1)
        queue.connected()
        let id = try machine.map { try MachineID($0) }
        // The second call waits for the first one if both are on one machine.
        let calls = (0..<2).map { _ in
            let owner = Owner(queue)
            return Task {
                try await queue.perform(.write, fleet: "orders", machine: id) { _ in withExtendedLifetime(owner) {} }
            }
        }
        #expect(await eventually { queue.callCount == 2 })
        for call in calls {
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
        // The thread drops both calls, and with them the stores, which close the queue.
        #expect(queue.next(isConnected: true) == nil)
    }

    @Test func `a cancelled call leaves the queue at once`() async throws {
        let queue = queue()
        queue.connected()
        let (first, second) = (try await call(queue, 1), try await call(queue, 2))
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        try perform(take(queue), queue)
        #expect(try await second.value == 2)
        let third = Task { try await queue.perform(.write, fleet: "orders") { _ in 3 } }
        third.cancel()
        // It is cancelled before or after it is added.
        await #expect(throws: CancellationError.self) { try await third.value }
    }

    /// Something that a call keeps.
    private final class Payload: Sendable {
        let released: Counter
        init(_ released: Counter) { self.released = released }
        deinit { _ = released.next() }
    }

    @Test func `cancelled calls keep nothing while an earlier call of their machine is not over`() async throws {
        let queue = queue(threads: 1)
        queue.connected()
        let first = try await call(queue, 1, machine: "a")
        let request = try take(queue)
        let released = Counter()
        let id = try MachineID("a")
        for _ in 0..<300 {
            let payload = Payload(released)
            let call = Task {
                try await queue.perform(.write, fleet: "orders", machine: id) { _ in withExtendedLifetime(payload) {} }
            }
            #expect(await eventually { queue.callCount == 2 })
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
        #expect(released.count > 200)
        try perform(request, queue)
        #expect(try await first.value == 1)
    }

    @Test func `a call that is put back ends in time although it was running at its first check`() async throws {
        let queue = queue(unconnected: .milliseconds(30))
        queue.connected()
        let running = try await call(queue, 1)
        let request = try take(queue)
        #expect(request.handle(.begin))
        // An earlier check finds the first call running, so the next check would be much later.
        let urgent = Task { try await queue.perform(.write, fleet: "orders", limit: .milliseconds(1)) { _ in 2 } }
        await #expect(throws: DurableStoreError.self) { try await urgent.value }
        queue.disconnected()
        queue.putBack(request)
        await #expect(throws: DurableStoreError.self) { try await running.value }
    }

    @Test func `a call that is cancelled during its transaction is not committed`() async throws {
        let queue = queue()
        queue.connected()
        let call = try await call(queue, 1)
        let request = try take(queue)
        #expect(request.handle(.begin))
        _ = try request.run(nothing)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(!request.handle(.commit))
    }

    @Test func `a call that is cancelled during its commit does not know what has happened`() async throws {
        let queue = queue()
        queue.connected()
        let call = try await call(queue, 1)
        let request = try take(queue)
        #expect(request.handle(.begin))
        let delivery = try request.run(nothing)
        #expect(request.handle(.commit))
        call.cancel()
        let error = await #expect(throws: DurableStoreError.self) { try await call.value }
        #expect(
            error?.description == """
                The store did not answer, and the transaction may or may not have been committed: \
                The call was cancelled. Repeat it with the same event ID.
                """
        )
        // The answer arrives too late.
        delivery()
    }

    @Test func `too many calls are refused with words`() async throws {
        let queue = queue(count: 2)
        queue.connected()
        let calls = [try await call(queue, 1), try await call(queue, 2)]
        let error = await #expect(throws: DurableStoreError.self) {
            try await queue.perform(.write, fleet: "orders") { _ in 3 }
        }
        #expect(
            error?.description
                == "The store for the store is overloaded, and the call changed nothing: 2 calls are waiting."
        )
        try perform(take(queue), queue)
        #expect(try await calls[0].value == 1)
        _ = try await call(queue, 4)
        calls[1].cancel()
        _ = try await call(queue, 5)
        for _ in 0..<2 { try perform(take(queue), queue) }
    }

    @Test func `the calls of one machine wait for each other and for no connection`() async throws {
        let queue = queue(threads: 3)
        for _ in 0..<3 { queue.connected() }
        var calls = [try await call(queue, 0, machine: "locked")]
        let locked = try take(queue)
        for number in 1...5 { calls.append(try await call(queue, number, machine: "locked")) }
        #expect(queue.count == 0)
        let other = try await call(queue, 7, machine: "other")
        try perform(take(queue), queue)
        #expect(try await other.value == 7)
        // One that is cancelled leaves its place to the one behind it.
        calls[1].cancel()
        try perform(locked, queue)
        for _ in 2...5 { try perform(take(queue), queue) }
        for number in [0, 2, 3, 4, 5] { #expect(try await calls[number].value == number) }
    }

    @Test func `a call whose connection cannot be opened goes to a free one`() async throws {
        let queue = queue()
        let call = try await call(queue, 1)
        guard case .connect = queue.next(isConnected: false) else { throw Unexpected("nothing to do") }
        _ = queue.couldNotConnect(.cannotOpen("the store", reason: "too many connections"), isPermanent: false)
        // The other thread still has a connection.
        queue.connected()
        try perform(take(queue), queue)
        #expect(try await call.value == 1)
    }

    @Test func `a call whose connection is lost before the commit goes to another one`() async throws {
        let queue = queue()
        for _ in 0..<2 { queue.connected() }
        let call = try await call(queue, 1, machine: "a")
        let request = try take(queue)
        #expect(request.handle(.begin))
        queue.disconnected()
        queue.putBack(request)
        try perform(take(queue), queue)
        #expect(try await call.value == 1)
        // A connection that does not answer before the call begins is no reason to give up either.
        let second = try await self.call(queue, 2, machine: "a")
        queue.putBack(try take(queue))
        try perform(take(queue), queue)
        #expect(try await second.value == 2)
    }

    @Test func `without a server, each call ends with the reason`() async throws {
        let queue = queue(threads: 4, unconnected: .milliseconds(50))
        let refused = DurableStoreError.cannotOpen("the store", reason: "connection refused")
        _ = queue.couldNotConnect(refused, isPermanent: false)
        let calls = (0..<24).map { number in
            Task { try await queue.perform(.write, fleet: "orders") { _ in number } }
        }
        // No thread does anything.
        for call in calls { await #expect(throws: refused) { try await call.value } }
        #expect(queue.count == 0)
    }

    @Test func `while the server cannot be reached, one thread tries`() async throws {
        let queue = queue(threads: 3)
        let calls = [try await call(queue, 1), try await call(queue, 2), try await call(queue, 3)]
        guard case .connect = queue.next(isConnected: false) else { throw Unexpected("nothing to do") }
        _ = queue.couldNotConnect(.cannotOpen("the store", reason: "connection refused"), isPermanent: false)
        let second = Locked(false)
        let waiter = Task {
            try await onThread {
                guard case .connect = queue.next(isConnected: false) else { throw Unexpected("nothing to do") }
                second.withLock { $0 = true }
            }
        }
        #expect(await eventually { queue.waitingThreads == 1 })
        #expect(!second.withLock { $0 })
        queue.mayTryAgain()
        try await waiter.value
        queue.connected()
        for _ in calls { try perform(take(queue), queue) }
        for (index, call) in calls.enumerated() { #expect(try await call.value == index + 1) }
    }

    @Test func `a connection that never answers has a reason, too`() async throws {
        let queue = queue(unconnected: .milliseconds(20))
        let error = await #expect(throws: DurableStoreError.self) {
            try await queue.perform(.write, fleet: "orders") { _ in 1 }
        }
        #expect(error?.description == "Cannot open the store: No answer arrived within 0.02 seconds.")
    }

    @Test func `a call whose transaction takes too long ends, and says whether it can have been committed`()
        async throws
    {
        let queue = queue(answer: .milliseconds(200))
        for _ in 0..<3 { queue.connected() }
        let calls = [try await call(queue, 1), try await call(queue, 2), try await call(queue, 3)]
        let requests = [try take(queue), try take(queue)]
        for request in requests { #expect(request.handle(.begin)) }
        #expect(requests[1].handle(.commit))
        var errors: [DurableStoreError?] = []
        for call in calls { errors.append(await #expect(throws: DurableStoreError.self) { try await call.value }) }
        #expect(
            errors.map { $0?.description } == [
                "The store for the store is overloaded, and the call changed nothing: "
                    + "The transaction was not ready to be committed after 0.2 seconds.",
                "The store did not answer, and the transaction may or may not have been committed: "
                    + "No answer arrived within 0.2 seconds.",
                "The store for the store is overloaded, and the call changed nothing: "
                    + "All connections are busy.",
            ]
        )
    }

    @Test func `an error that stays fails all calls at once, unless there is another connection`() async throws {
        let queue = queue()
        let password = DurableStoreError.cannotOpen("the store", reason: "FATAL:  28P01: wrong password")
        #expect(password.isPermanent)
        let first = try await call(queue, 1)
        guard case .connect = queue.next(isConnected: false) else { throw Unexpected("nothing to do") }
        _ = queue.couldNotConnect(password, isPermanent: true)
        await #expect(throws: password) { try await first.value }
        queue.connected()
        let second = try await call(queue, 2)
        _ = queue.couldNotConnect(password, isPermanent: true)
        try perform(take(queue), queue)
        #expect(try await second.value == 2)
    }

    @Test func `a call with a time limit of its own is the first in the queue`() async throws {
        let queue = queue()
        queue.connected()
        _ = try await call(queue, 1)
        let urgent = Task { try await queue.perform(.write, fleet: "orders", limit: .seconds(100)) { _ in 2 } }
        #expect(await eventually { queue.callCount == 2 })
        try perform(take(queue), queue)
        #expect(try await urgent.value == 2)
        try perform(take(queue), queue)
        let late = Task { try await queue.perform(.write, fleet: "orders", limit: .milliseconds(20)) { _ in 3 } }
        await #expect(throws: DurableStoreError.self) { try await late.value }
    }

    // MARK: The model

    /// A call, its caller, the thread and the database.
    private struct CallModel: ExploredSystem {
        enum Thread: Hashable {
            case free
            case working
            case committing
        }

        var state = RequestState.waiting
        var thread = Thread.free
        var isCommitted = false
        /// What the caller was told: the result, nothing has changed, or nobody knows.
        var answer: Answer?
        var losses = 0

        enum Answer: Hashable { case result, nothing, unknown }

        static var initialStates: [CallModel] { [CallModel()] }

        func moves(_ move: inout SystemMoves<CallModel>) {
            move("the caller gives up") { system in
                let isCommitting = system.state == .committing
                guard (try? system.state.handleEvent(.giveUp)) != nil else { return }
                try system.tell(isCommitting ? .unknown : .nothing)
            }
            switch thread {
            case .free where state == .waiting:
                move("a thread begins") { system in
                    guard (try? system.state.handleEvent(.begin)) != nil else { return }
                    system.thread = .working
                }
            case .working:
                move("the thread is about to commit") { system in
                    let mayCommit = (try? system.state.handleEvent(.commit)) != nil
                    system.thread = mayCommit ? .committing : .free
                }
                move("the connection is lost before the commit") { system in
                    system.thread = .free
                    system.losses = min(system.losses + 1, 2)
                    if system.losses == 2, (try? system.state.handleEvent(.answer)) != nil {
                        return try system.tell(.nothing)
                    }
                    _ = try? system.state.handleEvent(.putBack)
                }
            case .committing:
                move("the database commits, and the answer arrives") { system in
                    try system.commit()
                    if (try? system.state.handleEvent(.answer)) != nil { try system.tell(.result) }
                }
                move("the database commits, and the answer is lost") { system in
                    try system.commit()
                    if (try? system.state.handleEvent(.answer)) != nil { try system.tell(.unknown) }
                }
                move("the connection is lost during the commit") { system in
                    system.thread = .free
                    if (try? system.state.handleEvent(.answer)) != nil { try system.tell(.unknown) }
                }
                move("the database ends the transaction after a deadlock") { system in
                    let goesOn = (try? system.state.handleEvent(.begin)) != nil
                    system.thread = goesOn ? .working : .free
                }
            case .free: break
            }
        }

        private mutating func commit() throws(SystemFault) {
            thread = .free
            if isCommitted { throw SystemFault("the transaction was committed twice") }
            if answer == .nothing { throw SystemFault("the caller was told that nothing has changed") }
            isCommitted = true
        }

        private mutating func tell(_ answer: Answer) throws(SystemFault) {
            if self.answer != nil { throw SystemFault("the caller has two answers") }
            if answer == .nothing, isCommitted { throw SystemFault("nothing should have changed") }
            self.answer = answer
        }
    }

    @Test func `a caller has one answer, and it is true, whoever gives up or is lost`() throws {
        let exploration = try SystemExploration(of: CallModel.self)
        #expect(exploration.isComplete && exploration.statistics.states > 10)
        #expect(exploration.faults.isEmpty, "\(exploration)")
        let ends = exploration.check(.alwaysPossible("the caller has an answer") { $0.system.answer != nil })
        #expect(ends.holds, "\(ends)")
    }
}
