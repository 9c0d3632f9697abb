import Foundation
import StateMachineGraphs

/// The worker processes of the shop.
actor WorkerPool {
    private let arguments: [String]
    private var generator: SeededGenerator
    private var workers: [Int: WorkerProcess] = [:]
    private var lastNumber = 0
    private var isEnding = false

    /// The number of workers that were killed.
    private(set) var kills = 0

    /// The problems of workers that have ended without being asked to.
    nonisolated let problems: AsyncStream<Problem>
    private let continuation: AsyncStream<Problem>.Continuation

    /// Creates a pool without workers.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of each worker, to which the pool adds its number.
    ///   - generator: Chooses the workers to kill.
    init(_ arguments: [String], generator: SeededGenerator) {
        self.arguments = arguments
        self.generator = generator
        (problems, continuation) = AsyncStream.makeStream(of: Problem.self)
    }

    /// Starts another worker.
    func start() throws {
        lastNumber += 1
        let number = lastNumber
        workers[number] = try WorkerProcess(arguments + ["--worker", "\(number)"]) { status in
            Task { await self.didEnd(number, status: status) }
        }
    }

    /// Kills a worker without a warning, and starts another.
    func killOne() throws {
        guard let number = workers.keys.sorted().randomElement(using: &generator) else { return }
        let worker = workers.removeValue(forKey: number)
        worker?.send(SIGKILL)
        kills += 1
        try start()
    }

    /// Ends all workers and returns when they have ended.
    func end() async {
        isEnding = true
        let ending = workers.values
        workers = [:]
        await withTaskGroup { group in
            for worker in ending { group.addTask { await worker.end() } }
        }
    }

    private func didEnd(_ number: Int, status: Int32) {
        // The pool forgets a worker before it ends or kills the worker.
        guard workers.removeValue(forKey: number) != nil, !isEnding else { return }
        let end = status > 128 ? "signal \(status - 128) ended worker" : "status \(status) is the end of worker"
        continuation.yield(Problem(description: "\(end) \(number)"))
    }
}
