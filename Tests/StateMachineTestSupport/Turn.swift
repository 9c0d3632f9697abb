package import Testing

/// Limits how many suites run at once, across all targets of the test process.
///
/// Hundreds of tests at once would share as many threads as there are cores, and each would wait
/// for all the others.
///
/// A suite waits before its tests begin, so that their time limits do not count that time. A
/// watchdog ends the process when a test outlasts its time limit: no run of the tests hangs.
package struct Turn: SuiteTrait, TestTrait, TestScoping {
    fileprivate let queue: TurnQueue
    fileprivate var priority: TaskPriority?

    package var isRecursive: Bool { true }

    /// The suite as a whole takes a turn; the watchdog watches each test case.
    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Turn? {
        test.isSuite || testCase != nil ? self : nil
    }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard test.isSuite else {
            let limit = test.timeLimit ?? .seconds(300)
            return try await Watchdog.watching(test.displayName ?? test.name, limit: limit, function)
        }
        await queue.enter()
        defer { queue.leave() }
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask(priority: priority, operation: function)
                try await group.waitForAll()
            }
        }
    }
}

extension Trait where Self == Turn {
    /// For a suite that only needs the processor: two at a time.
    package static var computing: Turn { Turn(queue: computers) }

    /// For a suite of long computations, each of which occupies a thread: one at a time.
    ///
    /// Make it `.serialized` too: then it occupies one thread at a time, and on two cores the other
    /// one is free for other tests.
    package static var longComputing: Turn { Turn(queue: longComputers) }

    /// For a suite with sockets, files or programs: one at a time.
    ///
    /// Such a suite mostly waits. Its priority is high, so that it continues as soon as it can.
    package static var outside: Turn { Turn(queue: outsiders, priority: .high) }
}

private let longComputers = TurnQueue(limit: 1)
private let computers = TurnQueue(limit: 2)
private let outsiders = TurnQueue(limit: 1)
