import DurableMachines
import Foundation
import StateMachineTestSupport
import Testing

/// The histories of machines.
@Suite(.timeLimit(.minutes(2)), .computing) struct StoreHistoryTests {
    @Test(arguments: StoreKind.allCases)
    func `an event is read as it was written`(kind: StoreKind) async throws {
        let (machine, id) = (try MachineID("order-42"), try MachineID("key-1"))
        let rows = [
            EventRecord(
                machine: machine,
                number: 1,
                id: nil,
                kind: .created,
                date: Date(timeIntervalSince1970: 1.5),
                version: 0,
                shape: 1,
                content: Data("{}".utf8)
            ),
            EventRecord(
                machine: machine,
                number: 2,
                id: id,
                kind: .handled,
                date: Date(timeIntervalSince1970: 2.25),
                version: 1,
                shape: 2,
                content: Data(#""pay""#.utf8),
                output: Data("[1]".utf8)
            ),
            EventRecord(
                machine: machine,
                number: 3,
                id: try MachineID("key-2"),
                kind: .rejected,
                date: .distantPast,
                version: 1,
                shape: 2,
                content: Data("1".utf8),
                output: nil,
                words: "It is paid."
            ),
            EventRecord(
                machine: machine,
                number: 4,
                id: nil,
                kind: .deleted,
                date: .distantFuture,
                version: 2,
                shape: 2,
                content: nil
            ),
        ]
        try await kind.withStore { store in
            try await store.write { transaction in
                for row in rows { try transaction.append(row) }
            }
            let found = try await store.read { transaction in
                (
                    try transaction.events(of: machine, after: 0, limit: 10),
                    try transaction.event(id, of: machine)
                )
            }
            #expect(found.0 == rows)
            #expect(found.1 == rows[1])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an identifier belongs to one machine`(kind: StoreKind) async throws {
        let (first, second, id) = (try MachineID("a"), try MachineID("b"), try MachineID("key"))
        try await kind.withStore { store in
            try await store.write { transaction in
                try transaction.append(.row(1, of: first, id: id))
                try transaction.append(.row(2, of: first))
                try transaction.append(.row(3, of: first))
            }
            let found = try await store.read { transaction in
                (
                    try transaction.event(id, of: first)?.number, try transaction.event(id, of: second),
                    try transaction.events(of: second, after: 0, limit: 9).count
                )
            }
            #expect(found == (1, nil, 0))
            try await store.write { try $0.append(.row(1, of: second, id: id)) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `no second event gets the number or the identifier of another`(kind: StoreKind) async throws {
        let (machine, id) = (try MachineID("a"), try MachineID("key"))
        try await kind.withStore { store in
            try await store.write { try $0.append(.row(1, of: machine, id: id)) }
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.append(.row(2, of: machine, id: id)) }
            }
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.append(.row(1, of: machine)) }
            }
            let found = try await store.read { try $0.events(of: machine, after: 0, limit: 10) }
            #expect(found == [.row(1, of: machine, id: id)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a history is read in pages`(kind: StoreKind) async throws {
        let (machine, other) = (try MachineID("a"), try MachineID("b"))
        try await kind.withStore { store in
            try await store.write { transaction in
                for number in [3, 1, 5, 2, 4] { try transaction.append(.row(number, of: machine)) }
                try transaction.append(.row(1, of: other))
            }
            let pages = try await store.read { transaction in
                try [(0, 2), (2, 2), (4, 2), (5, 2), (0, 0)].map { number, limit in
                    try transaction.events(of: machine, after: number, limit: limit).map(\.number)
                }
            }
            #expect(pages == [[1, 2], [3, 4], [5], [], []])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `contents are removed from old events, and identifiers stay`(kind: StoreKind) async throws {
        let machine = try MachineID("a")
        let ids = try (0..<5).map { try MachineID("key-\($0)") }
        try await kind.withStore { store in
            try await store.write { transaction in
                for (index, id) in ids.enumerated() {
                    let date = Date(timeIntervalSince1970: Double(index))
                    try transaction.append(.row(index + 1, of: machine, id: id, at: date))
                }
            }
            let date = Date(timeIntervalSince1970: 3)
            let removals = try await store.write { transaction in
                try [nil, 2, 4].map { number in
                    let key = number.map { EventRecord.Key(machine: machine, number: $0) }
                    return try transaction.remove(.contents(before: date), after: key, limit: 2)
                }
            }
            #expect(removals.map(\.count) == [2, 1, 0])
            #expect(removals.map(\.last?.number) == [2, 4, nil])
            let again = try await store.write { try $0.remove(.contents(before: date), after: nil, limit: 9).count }
            #expect(again == 0)
            let found = try await store.read { transaction in
                (
                    try transaction.events(of: machine, after: 0, limit: 9).map { $0.content == nil },
                    try ids.map { try transaction.event($0, of: machine)?.id }
                )
            }
            #expect(found.0 == [true, true, true, false, false])
            #expect(found.1 == ids)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an old event is found within the examined rows`(kind: StoreKind) async throws {
        let machines = try ["a", "b", "\u{10ffff}x"].map { try MachineID($0) }
        try await kind.withStore { store in
            try await store.write { transaction in
                for (index, machine) in machines.enumerated() {
                    for number in 1...3 {
                        let date = Date(timeIntervalSince1970: index == 1 && number == 2 ? 5 : 10)
                        let content = index == 2 && number == 3 ? nil : "1"
                        try transaction.append(
                            .row(number, of: machine, id: MachineID("\(number)"), at: date, content: content)
                        )
                    }
                }
            }
            func search(_ time: Double, hasContent: Bool = false, after: (Int, Int)?, limit: Int) async throws
                -> [String]
            {
                let key = after.map { EventRecord.Key(machine: machines[$0.0], number: $0.1) }
                let date = Date(timeIntervalSince1970: time)
                let old: OldEvents = hasContent ? .contents(before: date) : .rows(before: date)
                let search = try await store.read { rows in try rows.search(old, after: key, limit: limit) }
                return [search.found, search.last].map { key in
                    key.map { "\(machines.firstIndex(of: $0.machine) ?? 9).\($0.number)" } ?? "-"
                }
            }
            #expect(try await search(7, after: nil, limit: 9) == ["1.2", "-"])
            #expect(try await search(7, after: nil, limit: 4) == ["-", "1.1"])
            #expect(try await search(7, after: nil, limit: 5) == ["1.2", "-"])
            #expect(try await search(7, after: (1, 1), limit: 1) == ["1.2", "-"])
            #expect(try await search(7, after: (1, 2), limit: 3) == ["-", "2.2"])
            #expect(try await search(7, after: (1, 2), limit: 9) == ["-", "-"])
            #expect(try await search(5, after: nil, limit: 9) == ["-", "2.3"])
            #expect(try await search(5, after: nil, limit: 10) == ["-", "-"])
            #expect(try await search(11, after: (2, 2), limit: 9) == ["2.3", "-"])
            #expect(try await search(11, hasContent: true, after: (2, 2), limit: 9) == ["-", "-"])
            #expect(try await search(11, hasContent: true, after: (2, 1), limit: 9) == ["2.2", "-"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `old events are removed with their identifiers`(kind: StoreKind) async throws {
        let machine = try MachineID("a")
        let ids = try (0..<6).map { try MachineID("key-\($0)") }
        try await kind.withStore { store in
            try await store.write { transaction in
                for (index, id) in ids.enumerated() {
                    let date = Date(timeIntervalSince1970: Double(index))
                    try transaction.append(.row(index + 1, of: machine, id: id, at: date))
                }
                _ = try transaction.remove(.contents(before: Date(timeIntervalSince1970: 2)), after: nil, limit: 9)
                try transaction.append(.row(1, of: MachineID("b")))
            }
            let date = Date(timeIntervalSince1970: 5)
            let removals = try await store.write { transaction in
                try [nil, 3, 6].map { number in
                    let key = number.map { EventRecord.Key(machine: machine, number: $0) }
                    return try transaction.remove(.rows(before: date), after: key, limit: 3)
                }
            }
            // The last step also examines and removes the event of the other machine.
            #expect(removals.map(\.count) == [3, 2, 1])
            #expect(removals.map(\.last?.number) == [3, 6, nil])
            let found = try await store.read { transaction in
                (
                    try transaction.events(of: machine, after: 0, limit: 9).map(\.number),
                    try transaction.event(ids[0], of: machine)
                )
            }
            #expect(found == ([6], nil))
            try await store.write { try $0.append(.row(7, of: machine, id: ids[0])) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `each machine keeps its latest entries, however old they are`(kind: StoreKind) async throws {
        let (machine, other) = (try MachineID("a"), try MachineID("b"))
        try await kind.withStore { store in
            try await store.write { transaction in
                try transaction.save(.row(machine, lastNumber: 5))
                try transaction.save(.row(other, lastNumber: 1))
                for number in 1...5 {
                    try transaction.append(.row(number, of: machine, id: MachineID("\(number)"), at: .distantPast))
                }
                try transaction.append(.row(1, of: other, at: .distantPast))
            }
            func numbers(_ old: OldEvents) async throws -> [[Int]] {
                try await store.write { rows in
                    var removal = Removal(count: 0, last: nil)
                    var number = 0
                    repeat {
                        removal = try rows.remove(old, after: removal.last, limit: 2)
                        number += removal.count
                    } while removal.last != nil
                    let events = try rows.events(of: machine, after: 0, limit: 9)
                    return try [
                        [number], events.filter { $0.content == nil }.map(\.number), events.map(\.number),
                        rows.events(of: other, after: 0, limit: 9).map(\.number),
                    ]
                }
            }
            let date = Date(timeIntervalSince1970: 0)
            #expect(try await numbers(.contents(before: date, keeping: 3)) == [[2], [1, 2], [1, 2, 3, 4, 5], [1]])
            #expect(
                try await numbers(.rows(before: .distantPast, keeping: 1)) == [[0], [1, 2], [1, 2, 3, 4, 5], [1]]
            )
            #expect(try await numbers(.rows(before: date, keeping: 2)) == [[3], [], [4, 5], [1]])
            let (none, some): (OldEvents, OldEvents) = (
                .rows(before: date, keeping: 2), .rows(before: date, keeping: 1)
            )
            let searches = try await store.read { rows in
                try [none, some].map { try rows.search($0, after: nil, limit: 9).found?.number }
            }
            #expect(searches == [nil, 4])
            #expect(try await numbers(.rows(before: date)) == [[3], [], [], []])
        }
    }
}
