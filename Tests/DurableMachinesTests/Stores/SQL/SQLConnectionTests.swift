import Foundation
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The values and calls between a fleet and a database.
@Suite(.timeLimit(.minutes(1)), .computing) struct SQLConnectionTests {
    /// Answers each statement with its text, except for a wrong one.
    private final class EchoConnection: FleetSQLConnection {
        let dialect = FleetSQLDialect.sqlite
        let performed = Locked<[String]>([])

        nonisolated(nonsending) func query(_ statement: FleetSQLStatement) async throws -> [[FleetSQLValue]] {
            performed.withLock { $0.append(statement.sql) }
            if statement.sql == "wrong" { throw Unexpected("wrong") }
            return [[.text(statement.sql)]]
        }
    }

    @Test func `without a pipeline, statements are performed one after the other, up to the first error`() async throws
    {
        let connection = EchoConnection()
        let results = try await connection.perform([FleetSQLStatement("one"), FleetSQLStatement("two")])
        #expect(results == [[[.text("one")]], [[.text("two")]]])
        await #expect(throws: Unexpected.self) {
            try await connection.perform([FleetSQLStatement("wrong"), FleetSQLStatement("three")])
        }
        #expect(connection.performed.withLock { $0 } == ["one", "two", "wrong"])
    }

    @Test(arguments: [
        (0, 0), (1.000_000_4, 1_000_000), (-1.5, -1_500_000), (1e300, Int.max), (-1e300, .min), (.infinity, .max),
        (-.infinity, .min),
    ])
    func `a date is stored in microseconds, and one out of range as the nearest`(seconds: Double, count: Int) {
        #expect(Microseconds(Date(timeIntervalSince1970: seconds)).count == count)
    }

    @Test func `an outcome is described with its output, if there is one`() {
        #expect("\(FleetOutcome<PlainDoor>.handled(()))" == "handled")
        #expect("\(FleetOutcome<Terminal>.handled(3))" == "handled(3)")
        #expect("\(FleetOutcome<Terminal>.rejected(.init(reason: .printer, words: "no")))" == "rejected(no)")
    }
}
