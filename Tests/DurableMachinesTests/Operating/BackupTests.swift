import Foundation
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// Copies of databases that are in use, and fleets that continue with them.
@Suite(.timeLimit(.minutes(2)), .outside) struct BackupTests {
    /// A database, its backup, and the clock of its stores.
    private final class Place: Sendable {
        let file: TemporaryDatabase?
        let schema = StoreKind.newSchema
        let backup = URL.temporaryDirectory.appending(path: "backup.\(UUID().uuidString)").path(percentEncoded: false)
        let passed = Locked<TimeInterval>(0)

        init(onServer isOnServer: Bool) throws { file = isOnServer ? nil : try TemporaryDatabase() }

        deinit {
            file?.remove()
            try? FileManager.default.removeItem(atPath: backup)
        }

        func open() throws -> any DurableStore {
            let now = { @Sendable [self] in Date() + passed.withLock(\.self) }
            if let file { return try SQLiteStore(path: file.path, now: now) }
            return try PostgreSQLStore(StoreKind.server ?? "", schema: schema, connections: 4, now: now)
        }

        func makeBackup() async throws {
            if let file {
                let result = await FleetCommand.perform(["backup", file.path, backup])
                try #require(result.status == 0, "\(result)")
                #expect(result.output.hasPrefix("Wrote \(backup): the fleet orders with "))
            } else {
                try run("pg_dump", [StoreKind.server ?? "", "--schema", schema, "--file", backup])
            }
        }

        /// Replaces the database, as the article for operators says.
        func restore() async throws {
            if let file {
                for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
                try FileManager.default.copyItem(atPath: backup, toPath: file.path)
            } else {
                let psql = [StoreKind.server ?? "", "-qX", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null"]
                try run("psql", psql + ["-c", "SET client_min_messages = error; DROP SCHEMA \(schema) CASCADE"])
                try run("psql", psql + ["-f", backup])
            }
        }
    }

    private static let programs = ["pg_dump", "psql"].allSatisfy {
        FileManager.default.fileExists(atPath: "/usr/bin/\($0)")
    }
    private static let places = StoreKind.server != nil && programs ? [false, true] : [false]

    /// Sends reminders to ten orders, one after the other, until the task is cancelled.
    private static func remind(_ orders: Fleet<Order>, _ acknowledged: Names) async throws {
        for number in 0... {
            do throws(FleetError) {
                try await orders.send(.remind, to: "order-\(number % 10)", eventID: "\(number)")
            } catch .cancelled {
                return
            } catch .store(.disconnected) {
                // Whether it was committed is unknown.
                return
            }
            acknowledged.add("\(number)")
        }
    }

    @Test(arguments: places)
    func `a fleet continues from a backup that was made while it worked`(isOnServer: Bool) async throws {
        let place = try Place(onServer: isOnServer)
        var store = try place.open()
        var orders = try Fleet<Order>(in: store, name: "orders")
        for number in 0..<10 { try await orders.create("order-\(number)", in: .placed(reminders: 0)) }
        for id in ["refunded", "late"] { try await orders.create(id, in: id == "late" ? .paid : .refunding) }
        try await orders.create("deleted", in: .placed(reminders: 0))
        for number in 1...5 { try await orders.send(.remind, to: "deleted", eventID: "\(number)") }
        try await orders.delete("deleted")
        let deletedVersion = try #require(try await version(of: "deleted", in: store))

        let acknowledged = Names()
        let firstJobs = Names()
        let (work, customer) = (
            Task { [orders] in
                try await orders.run(workers: 3) { job, _ in
                    firstJobs.add(job.id)
                    // Every job is held until the end.
                    try await Task.sleep(for: .seconds(600))
                    return nil
                }
            },
            Task { [orders] in try await Self.remind(orders, acknowledged) }
        )
        let isBusy = { acknowledged.all.count > 100 && firstJobs.all.count == 3 }
        let hasBegun = await eventually { isBusy() }
        try #require(hasBegun)
        let before = acknowledged.all
        try await place.makeBackup()
        let count = acknowledged.all.count
        let hasContinued = await eventually { acknowledged.all.count > count + 20 }
        try #require(hasContinued)
        customer.cancel()
        try await customer.value
        try await orders.send(.deliver, to: "late", eventID: "after the backup")
        let late = try await orders.machine("late")
        work.cancel()
        try await work.value
        await store.close()

        try await place.restore()
        // The leases of the workers that the backup knows have ended.
        place.passed.withLock { $0 += 3_600 }
        store = try place.open()
        orders = try Fleet<Order>(in: store, name: "orders")

        // What was acknowledged before the backup is there, once.
        var identifiers: [String] = []
        for number in 0..<10 {
            let history = try await orders.history(of: "order-\(number)", limit: 10_000)
            identifiers += history.compactMap(\.eventID)
            #expect(history.map(\.number) == Array(1...history.count))
            #expect(try await orders.state(of: "order-\(number)") == .placed(reminders: history.count - 1))
        }
        #expect(Set(identifiers).count == identifiers.count)
        #expect(Set(identifiers).isSuperset(of: before))
        #expect(identifiers.count < acknowledged.all.count)

        // If the callers repeat everything, nothing is lost, and nothing is doubled.
        for id in acknowledged.all {
            let outcome = try await orders.send(.remind, to: "order-\(Int(id)! % 10)", eventID: id)
            #expect(outcome.isHandled)
        }
        var reminders = 0
        for number in 0..<10 {
            if case .placed(let count) = try await orders.state(of: "order-\(number)") { reminders += count }
        }
        let known = Set(identifiers).union(acknowledged.all)
        #expect(reminders == known.count)

        // A job that a worker had is taken again, and a version does not begin again.
        let jobs = Locked<[String: Int]>([:])
        try await orders.run(until: .idle) { job, _ in
            jobs.withLock { $0[job.id] = job.attempt }
            return job.activity == .refunding ? .didRefund : nil
        }
        #expect(Set(jobs.withLock(\.self).keys).isSuperset(of: firstJobs.all.prefix(3)))
        #expect(jobs.withLock { $0.values.allSatisfy { $0 >= 1 } && $0.values.contains(2) })
        #expect(try await orders.state(of: "refunded") == .cancelled)
        try await orders.create("deleted", in: .placed(reminders: 0))
        #expect(try #require(try await orders.machine("deleted")).version >= deletedVersion)
        // What happened after the backup can happen again with the same version, so the names of
        // jobs can repeat.
        try await orders.send(.cancel, to: "late", eventID: "after the restore")
        #expect(try await orders.machine("late")?.version == late?.version)
        await store.close()
    }

    private func version(of id: String, in store: any DurableStore) async throws -> Int? {
        try await store.read { rows in try rows.machine(MachineID(id))?.version }
    }

    @Test func `a copy of the main file alone lacks events, and a backup has them`() async throws {
        let place = try Place(onServer: false)
        let file = try #require(place.file)
        let store = try place.open()
        let orders = try Fleet<Order>(in: store, name: "orders")
        try await orders.create("order-1", in: .placed(reminders: 0))
        try file.connection().run("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in 1...20 { try await orders.send(.remind, to: "order-1", eventID: "\(number)") }
        // In another process, because closing a file drops the locks of this one.
        let copy = try TemporaryDatabase()
        defer { copy.remove() }
        try run("cp", [file.path, copy.path])
        try await place.makeBackup()
        await store.close()
        var counts: [Int] = []
        for path in [copy.path, place.backup] {
            let store = try SQLiteStore(path: path)
            counts.append(try await Fleet<Order>(in: store, name: "orders").history(of: "order-1").count)
            await store.close()
        }
        #expect(counts == [1, 21])
    }

    @Test func `a backup replaces no file, and leaves none after an error`() async throws {
        let place = try Place(onServer: false)
        let file = try #require(place.file)
        let missing = await FleetCommand.perform(["backup", file.path, place.backup])
        #expect(missing.status == 1 && missing.error.contains("There is no such file."))
        let store = try place.open()
        try await Fleet<Order>(in: store, name: "orders").create("order-1", in: .placed(reminders: 0))
        await store.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try await place.makeBackup()
        let mode = try FileManager.default.attributesOfItem(atPath: place.backup)[.posixPermissions] as? NSNumber
        #expect(mode == 0o600)
        let content = try Data(contentsOf: URL(filePath: place.backup))
        for path in [place.backup, file.path] {
            let second = await FleetCommand.perform(["backup", file.path, path])
            #expect(second.status == 1 && second.error.contains("File exists."), "\(second)")
        }
        #expect(try Data(contentsOf: URL(filePath: place.backup)) == content)
        try Data("no database at all".utf8).write(to: file.url)
        let damaged = await FleetCommand.perform(["backup", file.path, place.backup + "2"])
        #expect(damaged.status == 1 && !FileManager.default.fileExists(atPath: place.backup + "2"), "\(damaged)")
        #expect(await FleetCommand.perform(["backup", "dbname=shop", "x"]).error.contains("use pg_dump"))
        #expect(await FleetCommand.perform(["backup", "x"]).status == 64)
    }
}

/// Names that tasks collect.
private final class Names: Sendable {
    private let content = Locked<[String]>([])
    var all: [String] { content.withLock(\.self) }
    func add(_ name: String) { content.withLock { $0.append(name) } }
}

/// Runs a program and waits for its end.
private func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program) \(arguments)")
}
