import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// The errors of a store that needs no server.
@Suite(.timeLimit(.minutes(2)), .outside) struct PostgreSQLErrorTests {
    @Test(arguments: [(60, 30), (20, 10), (10, 5), (8, 5), (0, 5)])
    func `an idle transaction ends after half of the time for locks, but not before five seconds`(
        lock: Int,
        idle: Int
    ) {
        #expect(PostgreSQLLimits(lock: .seconds(lock)).idle == .seconds(idle))
    }

    @Test func `a missing library is named, with what installs it`() {
        #expect {
            try PostgreSQLLibrary(names: ["libno-such-library.so.5"])
        } throws: { error in
            "\(error)".contains("libno-such-library.so.5") && "\(error)".contains("install")
        }
    }

    @Test(
        .enabled(if: (try? PostgreSQLLibrary.shared.get()) != nil, "libpq is not installed"),
        arguments: [
            "host=db password=abc secret", "postgres://shop:secret@db:port/shop", "secret", "host=a\0secret",
            "postgres://shop:pa@ss-secret@127.0.0.1:1/shop", "postgres://shop:pa/secret@127.0.0.1:1/shop",
            "postgres://shop:pa?secret@127.0.0.1:1/shop", "postgres://shop:secret/word@127.0.0.1:1/shop",
            "postgres://shop:secret?application_name=x@127.0.0.1:1/shop", "postgresql://shop:a@secret@/shop",
            "dbname=postgres://shop:secret@127.0.0.1:1/shop dbname=postgres://shop:secret@127.0.0.1:1/shop",
            "postgre://shop:secret@127.0.0.1:1/shop", "postgres://shop:pa%secret@127.0.0.1:1/shop",
            "postgres://shop:%73ecret@127.0.0.1:1/shop", "host=127.0.0.1 port=1 password='it's secret'",
            "postgres://shop@127.0.0.1:1/shop?password=secret", "postgres://shop:pa#secret@127.0.0.1:1/shop",
            "postgres://shop:secret:word@127.0.0.1:1/shop", "host=127.0.0.1 port=secret password=x",
        ]
    )
    func `no error contains the password`(options: String) async throws {
        do {
            let limits = PostgreSQLLimits(connecting: .milliseconds(100))
            let store = try PostgreSQLStore(
                PostgreSQLPlace(options: options),
                connections: 1,
                limits: limits,
                now: nil,
                library: PostgreSQLLibrary.shared
            )
            try await store.read { _ in }
            Issue.record("there was no error")
        } catch {
            #expect(!"\(error)".contains("secret"))
        }
    }

    @Test(.enabled(if: (try? PostgreSQLLibrary.shared.get()) != nil, "libpq is not installed"))
    func `a server that is not there is an error`() async throws {
        let store = try PostgreSQLStore(
            PostgreSQLPlace(options: "host=127.0.0.1 port=1 user=shop password=hunter2 dbname=shop"),
            connections: 1,
            limits: PostgreSQLLimits(connecting: .seconds(20)),
            now: nil,
            library: PostgreSQLLibrary.shared
        )
        do {
            try await store.read { _ in }
            Issue.record("there was no error")
        } catch let error as DurableStoreError {
            guard case .cannotOpen("the database shop on 127.0.0.1", _) = error else { throw error }
            #expect(!"\(error)".contains("hunter2"))
        }
    }
}
