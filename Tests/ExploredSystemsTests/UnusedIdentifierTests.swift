import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// The remarks about names and types in `SystemIdentifiers` that no state contains.
@Suite(.timeLimit(.minutes(1)), .computing) struct UnusedIdentifierTests {
    private struct TicketID { var number: Int }
    private struct LostID { var number: Int }
    private enum Counter {
        case closed
        case open(since: Int)
    }

    /// Sells one ticket, and lists the identifiers that a test chooses.
    private struct Office: ExploredSystem {
        @TaskLocal static var listed: [SystemIdentifiers] = []
        static var identifiers: [SystemIdentifiers] { listed }
        static var initialStates: [Office] { [Office()] }

        var sold: [TicketID] = []
        var nextTicket = 0
        var queues: [Int: String] = [:]
        var counter = Counter.closed
        var clerks = SimulatedTasks<Int>()

        func moves(_ move: inout SystemMoves<Office>) {
            clerks.offer(&move, at: \.clerks) { system, _ in system.queues = [:] }
            guard sold.isEmpty else { return }
            move("sell") {
                $0.sold = [TicketID(number: $0.nextTicket)]
                $0.nextTicket += 1
                $0.queues[0] = "north"
                $0.counter = .open(since: 0)
                $0.clerks[0] = .suspending
            }
        }
    }

    private func remarks(_ identifiers: SystemIdentifiers...) throws -> [String] {
        let text = try Office.$listed.withValue(identifiers) { try SystemExploration(of: Office.self).description }
        return text.split(separator: "; ").dropFirst().map(String.init)
    }

    private let missing = "but no explored state contains it"

    @Test func `a name that no state contains is named, with the nearest name`() throws {
        let found = try remarks(SystemIdentifiers(properties: "nextTickt", "sinc", "telephone"))
        #expect(
            found == [
                #"identifiers contains the property "nextTickt", \#(missing) (did you mean "nextTicket"?)"#,
                #"identifiers contains the property "sinc", \#(missing) (did you mean "since"?)"#,
                #"identifiers contains the property "telephone", \#(missing)"#,
            ]
        )
    }

    @Test func `a type that no state contains is named`() throws {
        let found = try remarks(SystemIdentifiers(types: LostID.self, TicketID.self))
        #expect(found == ["identifiers contains the type LostID, \(missing)"])
    }

    @Test func `a dictionary that no state contains is named`() throws {
        let found = try remarks(SystemIdentifiers(properties: [], keys: ["queue", "sold"]))
        #expect(
            found == [
                #"identifiers contains the dictionary "queue", \#(missing) (did you mean "queues"?)"#,
                #"identifiers contains the dictionary "sold", \#(missing)"#,
            ]
        )
    }

    @Test func `a name that is in the list already is not suggested`() throws {
        let found = try remarks(SystemIdentifiers(properties: "nextTicket", "nextTicke"))
        #expect(found == [#"identifiers contains the property "nextTicke", \#(missing)"#])
    }

    @Test func `the owner of a kind is checked as well`() throws {
        let found = try remarks(SystemIdentifiers(properties: "since").within(SystemIdentifiers(properties: "owner")))
        #expect(found == [#"identifiers contains the property "owner", \#(missing)"#])
    }

    @Test func `names that a later state or only the name of a move contains are not named`() throws {
        let clerks = SystemIdentifiers(properties: ["id", "cancelled"], keys: ["phases", "queues"])
        #expect(
            try remarks(SystemIdentifiers(types: TicketID.self), SystemIdentifiers(properties: "since"), clerks).isEmpty
        )
    }

    /// Has a queue of numbers whose name is misspelt in the list.
    private struct Misspelt: ExploredSystem {
        struct Lease { let leaseID: Int }
        var leaseID: Int? = 1
        var queued = [0, 1]
        static var initialStates: [Misspelt] { [Misspelt()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "leaseID", "queue")] }

        func moves(_ move: inout SystemMoves<Misspelt>) {
            for id in queued { move("acquire", of: Lease(leaseID: id)) { _ in } }
        }
    }

    @Test func `an error about two moves with one name contains the remarks`() throws {
        let error = try #require(throws: SystemExplorationError.self) { _ = try SystemExploration(of: Misspelt.self) }
        #expect(
            "\(error)".split(separator: "\n") == [
                "Two moves have the name 'acquire 0'. Give each move a different name.",
                #"identifiers contains the property "queue", \#(missing) (did you mean "queued"?)."#,
                "The state is Misspelt(leaseID: 1, queued: [0, 1]).",
            ]
        )
    }

    private static let distances = [
        ("", "", 0), ("", "ab", 2), ("timer", "timr", 1), ("abc", "yabd", 2), ("ab", "ba", 2),
    ]

    @Test(arguments: distances)
    func `the distance of two texts is the number of changed characters`(one: String, other: String, distance: Int) {
        #expect(editDistance(one, other) == distance && editDistance(other, one) == distance)
    }
}
