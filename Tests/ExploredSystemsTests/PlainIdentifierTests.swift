import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Moves that are named after an identifier that nothing marks as one.
@Suite(.timeLimit(.minutes(1)), .computing) struct PlainIdentifierTests {
    /// Lends things, and fails if two are lent.
    private struct Library<Naming: LeaseNaming>: ExploredSystem {
        var leases: [Int] = []
        var nextLease = 0
        static var initialStates: [Library] { [Library()] }
        static var identifiers: [SystemIdentifiers] {
            [SystemIdentifiers(properties: "leases", "nextLease", "leaseID")]
        }
        static var properties: [Property] {
            [.never("two leases") { $0.leases.count == 2 }, .never("three leases") { $0.leases.count == 3 }]
        }

        func moves(_ move: inout SystemMoves<Library>) {
            if leases.count < 2 {
                move("lend") {
                    $0.leases.append($0.nextLease)
                    $0.nextLease += 1
                }
            } else {
                move("count") { _ in throw SystemFault("two are lent") }
            }
            for lease in leases { Naming.offer(&move, lease) { $0.leases.removeAll { $0 == lease } } }
        }
    }

    private protocol LeaseNaming: SendableMetatype {
        static func offer<System>(
            _ moves: inout SystemMoves<System>,
            _ id: Int,
            _ body: @escaping (inout System) -> Void
        )
    }

    private enum PlainSubject: LeaseNaming {
        static func offer<System>(
            _ moves: inout SystemMoves<System>,
            _ id: Int,
            _ body: @escaping (inout System) -> Void
        ) {
            moves("return", of: id, body)
        }
    }

    private enum Interpolation: LeaseNaming {
        static func offer<System>(
            _ moves: inout SystemMoves<System>,
            _ id: Int,
            _ body: @escaping (inout System) -> Void
        ) {
            moves("return \(id)", body)
        }
    }

    private enum MarkedSubject: LeaseNaming {
        struct Lease { let leaseID: Int }
        static func offer<System>(
            _ moves: inout SystemMoves<System>,
            _ id: Int,
            _ body: @escaping (inout System) -> Void
        ) {
            moves("return", of: Lease(leaseID: id), body)
        }
    }

    private func check<Naming: LeaseNaming>(_: Naming.Type) throws {
        let exploration = try SystemExploration(of: Library<Naming>.self)
        #expect(exploration.faults.map(\.moves) == [["lend", "lend", "count"]])
        #expect(exploration.verdicts[0].run?.moves == ["lend", "lend"])
        #expect(!exploration.isComplete && !exploration.verdicts[1].holds && exploration.verdicts[1].run == nil)
        let text = exploration.description
        #expect(text.contains("behave differently: one offers 'return "), "\(text)")
        let remedy = "as in struct Subject { let leaseID: Int } and of: Subject(leaseID: …)"
        #expect(
            text.contains(
                "The number in this name is an ID. Pass it in a property that identifiers lists, \(remedy)"
            )
        )
        #expect(!text.contains("store nil"))
    }

    @Test func `a plain identifier in the name of a move is named with the remedy, and the results are kept`() throws {
        try check(PlainSubject.self)
        try check(Interpolation.self)
    }

    @Test func `an identifier in a listed property is replaced`() throws {
        let exploration = try SystemExploration(of: Library<MarkedSubject>.self)
        #expect(exploration.isComplete && exploration.verdicts[1].holds)
    }

    /// Pays an amount that has the value of an identifier.
    private struct Till: ExploredSystem {
        struct ID { var number = 1 }
        var id = ID()
        var paid = 0
        static var initialStates: [Till] { [Till()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(types: ID.self)] }

        func moves(_ move: inout SystemMoves<Till>) {
            move("renew") { $0.id.number += 1 }
            for amount in 0..<3 { move("pay", of: amount) { $0.paid = amount } }
        }
    }

    @Test func `a number with the value of an identifier is not taken for one`() throws {
        let exploration = try SystemExploration(of: Till.self)
        #expect(exploration.isComplete && exploration.statistics.states == 3)
        #expect(Set(exploration.graph.edges.map(\.step.event.name)) == ["renew", "pay 0", "pay 1", "pay 2"])
    }
}
