package import Testing

/// Lets suites wait for each other, whatever target they are in: all of them are tests of one process.
///
/// Hundreds of tests at once, each with a task that is ready to go on, take turns on as many threads as there are cores. What a
/// test waits for then comes when all the others have had their turn.
///
/// A suite waits before its tests begin, so that no time limit of theirs counts the time until then. While one of them runs it is
/// watched, and the process ends when it outlasts its time limit: no run of the tests hangs.
package struct Turn: SuiteTrait, TestTrait, TestScoping {
    fileprivate let queue: TurnQueue

    package var isRecursive: Bool { true }

    /// The suite as a whole has a turn, each case of its tests is watched.
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
        try await function()
    }
}

extension Trait where Self == Turn {
    /// A suite that needs nothing but the processor: a few at a time.
    package static var computing: Turn { Turn(queue: computers) }

    /// A suite of computations that hold a thread for as long as they take: one after the other.
    ///
    /// Make it `.serialized` too. Then one thread is held at a time, and on two cores the other one is there for everybody else.
    package static var longComputing: Turn { Turn(queue: longComputers) }

    /// A suite with sockets, files or programs: one after the other.
    package static var outside: Turn { Turn(queue: outsiders) }
}

private let longComputers = TurnQueue(places: 1)
private let computers = TurnQueue(places: 2)
private let outsiders = TurnQueue(places: 1)
