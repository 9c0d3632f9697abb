#if canImport(Glibc)
import StateMachineLocks
import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Connections that are cut, and servers without free connections.
@Suite(
    .serialized,
    .timeLimit(.minutes(10)),
    .withServer,
    .outside
)
struct PostgreSQLFaultTests {
    private let server = StoreKind.server ?? ""

    /// The folder of the server's socket.
    private var folder: String {
        server.split(separator: " ").first { $0.hasPrefix("host=") }.map { String($0.dropFirst(5)) } ?? ""
    }

    /// The pause between two cuts in bytes; `.ci/check-durable` cuts at each third byte.
    private static let step = ProcessInfo.processInfo.environment["DURABLE_CUT_STEP"].flatMap(Int.init) ?? 211

    @Test func `the tests of all stores include this one`() {
        #expect(StoreKind.allCases.count == 3 && StoreKind.allCases.contains(.postgreSQL))
    }

    @Test func `a connection that is cut at any byte loses no event and doubles none`() async throws {
        let proxy = try CuttingProxy(server: folder)
        defer { proxy.close() }
        let schema = StoreKind.newSchema
        let proxied = server.replacing(folder, with: proxy.folder)
        let direct = try PostgreSQLStore(server, schema: schema, connections: 1)
        let orders = try Fleet<Order>(in: direct, name: "orders")
        try await orders.create("order-1", in: .charging(card: "1", progress: 0))

        /// Sends an event on a new connection, and again after an error.
        func send(_ number: Int) async throws -> Int {
            let store = try PostgreSQLStore(proxied, schema: schema, connections: 1)
            let orders = try Fleet<Order>(in: store, name: "orders")
            var errors = 0
            while true {
                do {
                    #expect(try await orders.send(.progress(number), to: "order-1", eventID: "\(number)").isHandled)
                    await store.close()
                    return errors
                } catch {
                    guard case FleetError.store(.disconnected) = error, errors < 3 else { throw error }
                    errors += 1
                }
            }
        }

        #expect(try await send(0) == 0)
        let bytes = proxy.forwarded
        var (number, unknown, cuts) = (0, 0, 0)
        for cut in stride(from: 1, to: bytes, by: Self.step) {
            number += 1
            proxy.cut(after: cut)
            unknown += try await send(number)
            cuts += proxy.hasCut ? 1 : 0
            let machine = try await orders.machine("order-1")
            #expect(machine?.version == number + 1, "cut after \(cut) of \(bytes) bytes")
            #expect(machine?.state == .charging(card: "1", progress: number))
        }
        #expect(try await orders.history(of: "order-1", limit: 10_000).count == number + 2)
        // Some cuts come before the commit, which the store repeats, and some during it.
        #expect(cuts > number / 2 && unknown > 0 && unknown < cuts, "\(cuts) cuts, \(unknown) errors, \(bytes) bytes")
        await direct.close()
    }

    @Test func `connections that have become silent are replaced, and nothing is lost`() async throws {
        let proxy = try CuttingProxy(server: folder)
        defer { proxy.close() }
        let schema = StoreKind.newSchema
        var limits = PostgreSQLLimits()
        // Each connection proves itself, also one that was opened just before the silence.
        (limits.probe, limits.trust) = (.milliseconds(100), .zero)
        let store = try PostgreSQLStore(
            PostgreSQLPlace(options: server.replacing(folder, with: proxy.folder), schema: schema),
            connections: 3,
            limits: limits,
            now: nil,
            library: PostgreSQLLibrary.shared
        )
        let orders = try Fleet<Order>(in: store, name: "orders")
        for number in 0..<6 { try await orders.create("order-\(number)", in: .charging(card: "1", progress: 0)) }
        func sendToAll(_ round: Int) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        try await orders.send(.progress(round), to: "order-\(number)", eventID: "\(round)")
                    }
                }
                try await group.waitForAll()
            }
        }
        try await sendToAll(0)
        let jobs = try await orders.take(limit: 1)
        for round in 1...3 {
            proxy.silence()
            try await sendToAll(round)
            #expect(try await orders.renewLeases(of: jobs, within: .seconds(20)).renewed == jobs)
        }
        #expect(try await orders.machine("order-5")?.version == 4)
        await store.close()
    }

    @Test func `hints that no longer arrive are noticed, and the job begins without a poll`() async throws {
        let proxy = try CuttingProxy(server: folder)
        defer { proxy.close() }
        let schema = StoreKind.newSchema
        var limits = PostgreSQLLimits()
        (limits.probe, limits.trust, limits.answer) = (.milliseconds(100), .milliseconds(50), .seconds(2))
        let receiver = try PostgreSQLStore(
            PostgreSQLPlace(options: server.replacing(folder, with: proxy.folder), schema: schema),
            connections: 2,
            limits: limits,
            now: nil,
            library: PostgreSQLLibrary.shared
        )
        let sender = try PostgreSQLStore(server, schema: schema, connections: 1)
        let orders = try Fleet<Order>(in: sender, name: "orders")
        var settings = FleetSettings()
        settings.pollInterval = .seconds(10_000)
        let others = try Fleet<Order>(in: receiver, name: "orders", settings: settings)
        let (begun, signal) = AsyncStream.makeStream(of: String.self)
        let run = Task {
            try await others.run { job, _ in
                signal.yield(job.machine)
                return nil
            }
        }
        var begins = begun.makeAsyncIterator()
        for number in 0..<3 {
            try await orders.create("\(number)", in: .paid)
            #expect(await begins.next() == "\(number)")
            proxy.silence()
        }
        run.cancel()
        try await run.value
        for store in [receiver, sender] { await store.close() }
    }

    @Test func `a host that does not answer is skipped`() async throws {
        let silent = try SilentServer()
        defer { silent.close() }
        let place = PostgreSQLPlace(
            options: server.replacing(folder, with: "\(silent.folder),\(folder)") + " connect_timeout=2"
        )
        try await onConnection(to: place) { connection in
            #expect(connection.name.hasSuffix(folder))
            try connection.run("SELECT 1")
            try connection.synchronize()
        }
        #expect(silent.connections > 0)
    }

    @Test func `a role that does not exist is an error at once`() async throws {
        let store = try PostgreSQLStore(
            PostgreSQLPlace(options: "\(server) user=nobody_knows_me", schema: StoreKind.newSchema),
            connections: 4,
            // Longer than the time limit of the test.
            limits: PostgreSQLLimits(connecting: .seconds(3_000)),
            now: nil,
            library: PostgreSQLLibrary.shared
        )
        let error = await #expect(throws: DurableStoreError.self) { try await store.read { _ in } }
        guard case .cannotOpen(_, let reason) = error else { throw Unexpected(error as Any) }
        #expect(reason.contains("28000") && reason.contains("nobody_knows_me") && !reason.contains("LOCATION"))
        await store.close()
    }

    @Test(arguments: ["host=127.0.0.1 port=1", "host=/tmp/no_server_has_this_folder"])
    func `a refused connection is an error at once, unless the server was there before`(address: String) async throws {
        // Longer than the time limit of the test.
        var limits = PostgreSQLLimits(connecting: .seconds(3_000))
        (limits.probe, limits.trust) = (.milliseconds(100), .zero)
        func store(_ options: String) throws -> PostgreSQLStore {
            let place = PostgreSQLPlace(options: options, schema: StoreKind.newSchema)
            let library = PostgreSQLLibrary.shared
            return try PostgreSQLStore(place, connections: 2, limits: limits, now: nil, library: library)
        }
        let nowhere = try store("\(address) dbname=shop")
        for _ in 0..<2 {
            let error = await #expect(throws: DurableStoreError.self) { try await nowhere.read { _ in } }
            guard case .cannotOpen(let name, let reason) = error else { throw Unexpected(error as Any) }
            #expect(name.contains("shop") && reason.contains("Is the server running"))
        }
        await nowhere.close()

        let proxy = try CuttingProxy(server: folder)
        let known = try store(server.replacing(folder, with: proxy.folder))
        try await known.read { _ in }
        proxy.silence()
        proxy.close()
        let call = Task { try await known.read { _ in } }
        #expect(await eventually { known.threads.queue.failures > 3 })
        try FileManager.default.createSymbolicLink(atPath: proxy.folder, withDestinationPath: folder)
        defer { try? FileManager.default.removeItem(atPath: proxy.folder) }
        try await call.value
        await known.close()
    }

    @Test func `two deployments with different shapes share machines`() async throws {
        let schema = StoreKind.newSchema
        let stores = try (0..<2).map { _ in try PostgreSQLStore(server, schema: schema, connections: 3) }
        let prepared = try Fleet<PreparedOrder>(in: stores[0], name: "orders")
        let later = try Fleet<LaterOrder>(in: stores[1], name: "orders")
        for id in 0..<3 { try await prepared.create("order-\(id)", in: .waiting) }
        let handled = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                let id = "order-\(number % 3)"
                group.addTask { try await prepared.send(.tick, to: id, eventID: "a\(number)").isHandled }
                group.addTask { try await later.send(.tick, to: id, eventID: "b\(number)").isHandled }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(handled == 80)
        var versions = 0
        for id in 0..<3 {
            let history = try await later.history(of: "order-\(id)")
            #expect(Set(history.compactMap(\.eventID)).count == history.count - 1)
            versions += try await prepared.machine("order-\(id)")?.version ?? 0
        }
        #expect(versions == 80)
        // There is one job per machine, which either deployment can take.
        #expect(try await later.take(limit: 10).count + prepared.take(limit: 10).count == 3)
        for store in stores { await store.close() }
    }

    @Test func `a process that sleeps within a transaction keeps nobody waiting for long`() async throws {
        let schema = StoreKind.newSchema
        func store(_ limits: PostgreSQLLimits) throws -> PostgreSQLStore {
            let place = PostgreSQLPlace(options: server, schema: schema)
            return try PostgreSQLStore(
                place,
                connections: 1,
                limits: limits,
                now: nil,
                library: PostgreSQLLibrary.shared
            )
        }
        let stores = [try store(PostgreSQLLimits(idle: .milliseconds(300))), try store(PostgreSQLLimits())]
        let sleeping = try Fleet<Order>(in: stores[0], name: "orders")
        let awake = try Fleet<Order>(in: stores[1], name: "orders")
        try await sleeping.create("order-1", in: .charging(card: "1", progress: 0))

        let (fallsAsleep, wakesUp) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let calls = Locked(0)
        async let version = sleeping.transaction(on: "order-1") { order in
            // The store calls this closure on a thread of its own, and again after the server has
            // ended the connection.
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call == 1 {
                fallsAsleep.signal()
                guard wakesUp.wait(timeout: .now() + 30) == .success else { throw DurableStoreError.closed("test") }
            }
            try order.send(.progress(2), eventID: "2")
            return order.version
        }
        try await onThread { fallsAsleep.wait() }
        #expect(try await awake.send(.progress(1), to: "order-1", eventID: "1").isHandled)
        wakesUp.signal()
        #expect(try await version == 2)
        #expect(calls.withLock { $0 } == 2)
        #expect(try await awake.history(of: "order-1").compactMap(\.eventID) == ["1", "2"])
        for store in stores { await store.close() }
    }

    @Test func `a server without free connections is an error, and the call can be repeated`() async throws {
        let schema = StoreKind.newSchema
        let role = schema
        let other = try FleetDatabase.open(PostgreSQLPlace(options: server))
        for sql in [
            "CREATE ROLE \(role) LOGIN CONNECTION LIMIT 1", "CREATE SCHEMA \(schema) AUTHORIZATION \(role)",
        ] {
            try other.run(sql)
            try other.synchronize()
        }
        let place = PostgreSQLPlace(options: "\(server) user=\(role)", schema: schema)
        let store = try PostgreSQLStore(
            place,
            connections: 2,
            limits: PostgreSQLLimits(connecting: .seconds(1)),
            now: nil,
            library: PostgreSQLLibrary.shared
        )
        let orders = try Fleet<Order>(in: store, name: "orders")
        do {
            let only = try FleetDatabase.open(place)
            try #require(only.name.contains("postgres"))
            let error = await #expect(throws: FleetError.self) { try await orders.create("order-1", in: .paid) }
            guard case .store(.cannotOpen(_, let reason)) = error else { throw Unexpected(error as Any) }
            #expect(reason.contains("53300") && reason.contains("too many connections for role"))
            withExtendedLifetime(only) {}
        }
        // The server notices the end of a connection a moment later.
        while (try? await orders.create("order-1", in: .paid)) == nil {}
        // Ten callers share the one connection that the server allows.
        let handled = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<10 {
                group.addTask {
                    while true {
                        do {
                            return try await orders.send(.didCharge, to: "order-1", eventID: "\(number)").isHandled
                        } catch FleetError.store(.cannotOpen) {}
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(handled == 0)
        await store.close()
        let reader = try PostgreSQLStore(server, schema: schema, connections: 1)
        #expect(try await Fleet<Order>(in: reader, name: "orders").history(of: "order-1").count == 11)
        await reader.close()
    }
}

/// A host that accepts connections and never answers.
private final class SilentServer: Sendable {
    /// The folder of the socket, which is the host for libpq.
    let folder: String
    private let listener: Int32
    private let clients = Locked<[Int32]>([])

    var connections: Int { clients.withLock { $0.count } }

    init() throws {
        let folder = "/tmp/silent.\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.folder = folder
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let status = CuttingProxy.withAddress("\(folder)/.s.PGSQL.5432") { [listener] in bind(listener, $0, $1) }
        guard status == 0, listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
        Thread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                if client < 0 { return }
                clients.withLock { $0.append(client) }
            }
        }.start()
    }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        for client in clients.withLock({ $0 }) { Glibc.close(client) }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
#endif
