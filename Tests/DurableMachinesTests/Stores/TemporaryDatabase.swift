import Foundation
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// The path of a database in a folder of its own.
struct TemporaryDatabase {
    let url: URL

    var folder: URL { url.deletingLastPathComponent() }

    var path: String { url.path(percentEncoded: false) }

    init() throws {
        let folder = URL.temporaryDirectory.appending(path: "SQLiteTests.\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "store.db")
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Opens a connection beside that of a store.
    func connection(waitingForLock limit: Duration = .seconds(10)) throws -> SQLiteConnection {
        try SQLiteConnection(path: path, waitingForLock: limit, library: SQLiteLibrary.shared.get())
    }
}

extension SQLiteStore {
    /// Holds the store's thread in a transaction of its own, while a closure queues requests.
    ///
    /// It waits for the tasks of the group and throws the first error of a task. The thread is not
    /// one of the cooperative pool, and it is released even if the closure throws.
    func holdingThread(
        whileQueueing queue: (inout ThrowingTaskGroup<Void, any Error>) async throws -> Void
    ) async throws {
        let (isHeld, end) = (Mark(), DispatchSemaphore(value: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await self.write(.shared(isAlone: true), fleet: "orders") { _ in
                    isHeld.set()
                    end.wait()
                }
            }
            #expect(await eventually { isHeld.isSet })
            defer { end.signal() }
            try await queue(&group)
            end.signal()
            try await group.waitForAll()
        }
    }

    /// The number of commits of the store's connection.
    func commits() async throws -> Int {
        // The connection counts the end of this read after the closure.
        try await read { try $0.connection.commits }
    }
}

/// Whether something has happened.
final class Mark: Sendable {
    private let value = Locked(false)
    var isSet: Bool { value.withLock(\.self) }
    func set() { value.withLock { $0 = true } }
}

extension StoreTransaction {
    /// The connection of a transaction on SQLite.
    var connection: SQLiteConnection {
        get throws { try #require((self as? SQLTransaction)?.connection as? SQLiteConnection) }
    }
}
