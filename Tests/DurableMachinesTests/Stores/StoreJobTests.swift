import DurableMachines
import Foundation
import StateMachineTestSupport
import Testing

/// The jobs of machines.
@Suite(.timeLimit(.minutes(2)), .computing) struct StoreJobTests {
    private typealias Key = JobRecord.Key

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    @Test(
        arguments: StoreKind.allCases,
        [
            JobState.waiting(attempts: 0), .waiting(attempts: 3), .held(attempt: 2), .alone(attempt: 2),
            .exited(attempt: 1),
            .done(attempts: 4), .parked(attempts: 5),
        ]
    )
    func `a job is read as it was written, in each of its states`(kind: StoreKind, state: JobState) async throws {
        let machine = try MachineID("a")
        let key = Key(machine: machine, version: 7, ordinal: 2)
        let row = JobRecord(
            key: key,
            activity: Data(#"{"a":"é"}"#.utf8),
            shape: 4,
            due: date(1.5),
            state: state,
            failures: 3,
            nextTake: date(2.75),
            predecessor: Key(machine: machine, version: 5, ordinal: 1),
            lastError: "The bank is closed."
        )
        let isAlone = state == .alone(attempt: 2)
        let plain = JobRecord(
            key: key,
            activity: Data(),
            shape: 1,
            due: date(0),
            state: state,
            deaths: isAlone ? 2 : 0,
            nextTake: nil
        )
        let dead = JobRecord(
            key: key,
            activity: Data(),
            shape: 1,
            due: date(0),
            state: state,
            deaths: isAlone ? 2 : 1,
            nextTake: nil
        )
        try await kind.withStore { store in
            // A job with a predecessor was never taken.
            for row in isAlone ? [plain] : [row, plain, dead, row] {
                try await store.write { try $0.save(row) }
                let found = try await store.read { (try $0.job(key), try $0.jobs(of: machine)) }
                #expect(found == (row, [row]))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the jobs of a machine are in the order of their keys`(kind: StoreKind) async throws {
        let (machine, other) = (try MachineID("a"), try MachineID("b"))
        let keys = [(10, 0), (2, 1), (2, 0), (9, 3)].map { Key(machine: machine, version: $0.0, ordinal: $0.1) }
        try await kind.withStore { store in
            try await store.write { transaction in
                for key in keys { try transaction.save(JobRecord.row(key)) }
                try transaction.save(JobRecord.row(Key(machine: other, version: 1, ordinal: 0)))
            }
            let found = try await store.read { try $0.jobs(of: machine).map(\.key) }
            #expect(found == [keys[2], keys[1], keys[3], keys[0]])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a deleted job is gone, and deleting it again is no error`(kind: StoreKind) async throws {
        let machine = try MachineID("a")
        let keys = (0..<3).map { Key(machine: machine, version: 1, ordinal: $0) }
        try await kind.withStore { store in
            try await store.write { transaction in
                for key in keys { try transaction.save(JobRecord.row(key)) }
                try transaction.delete(keys[1])
                try transaction.delete(keys[1])
            }
            let found = try await store.read { (try $0.job(keys[1]), try $0.jobs(of: machine).map(\.key)) }
            #expect(found == (nil, [keys[0], keys[2]]))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `jobs are taken from their time on, those first that have waited longest`(kind: StoreKind) async throws {
        let keys = try (0..<6).map { Key(machine: try MachineID("m\($0)"), version: 1, ordinal: 0) }
        let times: [Date?] = [date(30), date(10), nil, date(20), date(20.000_001), date(5)]
        let shapes = [1, 1, 1, 1, 1, 2]
        try await kind.withStore { store in
            try await store.write { transaction in
                for index in keys.indices {
                    try transaction.save(
                        JobRecord.row(keys[index], shape: shapes[index], nextTake: times[index])
                    )
                }
            }
            let (early, late) = (date(20), date(99))
            let found = try await store.read { transaction in
                [
                    try transaction.takeableJobs(JobSearch(in: "", at: early, shape: 1), limit: 9),
                    try transaction.takeableJobs(JobSearch(in: "", at: early, shape: 2), limit: 9),
                    try transaction.takeableJobs(JobSearch(in: "", at: late, shape: 1), limit: 9),
                    try transaction.takeableJobs(JobSearch(in: "", at: late, shape: 1), limit: 2),
                    try transaction.takeableJobs(JobSearch(in: "", at: late, shape: 0), limit: 9),
                    try transaction.takeableJobs(JobSearch(in: "", at: late, shape: 1), limit: 0),
                ].map { $0.map(\.key) }
            }
            #expect(
                found == [
                    [keys[1], keys[3]], [keys[5], keys[1], keys[3]], [keys[1], keys[3], keys[4], keys[0]],
                    [keys[1], keys[3]], [], [],
                ]
            )
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the next time is the earliest of all jobs that wait for one`(kind: StoreKind) async throws {
        let keys = try (0..<3).map { Key(machine: try MachineID("m\($0)"), version: 1, ordinal: 0) }
        let (early, late) = (date(10.5), date(20))
        try await kind.withStore { store in
            let empty = try await store.read { try $0.nextTake() }
            #expect(empty == nil)
            try await store.write { transaction in
                try transaction.save(JobRecord.row(keys[0], nextTake: late))
                try transaction.save(JobRecord.row(keys[1], nextTake: early))
                try transaction.save(JobRecord.row(keys[2], state: .done(attempts: 1), nextTake: nil))
            }
            let first = try await store.read { try $0.nextTake() }
            #expect(first == early)
            try await store.write {
                try $0.save(JobRecord.row(keys[1], state: .parked(attempts: 1), nextTake: nil))
            }
            let second = try await store.read { try $0.nextTake() }
            #expect(second == late)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `parked jobs are listed in pages, ordered by machine`(kind: StoreKind) async throws {
        let (first, second) = (try MachineID("a"), try MachineID("b"))
        let keys = [(first, 2, 0), (first, 2, 1), (first, 10, 0), (second, 1, 0), (second, 1, 1)]
            .map { Key(machine: $0.0, version: $0.1, ordinal: $0.2) }
        let working = Key(machine: first, version: 3, ordinal: 0)
        try await kind.withStore { store in
            try await store.write { transaction in
                for key in keys.reversed() {
                    try transaction.save(JobRecord.row(key, state: .parked(attempts: 1), nextTake: nil))
                }
                try transaction.save(JobRecord.row(working))
            }
            let pages = try await store.read { transaction in
                [
                    try transaction.parkedJobs(after: nil, limit: 2),
                    try transaction.parkedJobs(after: keys[1], limit: 2),
                    try transaction.parkedJobs(after: working, limit: 9),
                    try transaction.parkedJobs(after: keys[3], limit: 9),
                    try transaction.parkedJobs(after: keys[4], limit: 9),
                ].map { $0.map(\.key) }
            }
            #expect(
                pages == [[keys[0], keys[1]], [keys[2], keys[3]], [keys[2], keys[3], keys[4]], [keys[4]], []]
            )
            try await store.write { try $0.save(JobRecord.row(keys[0])) }
            let rest = try await store.read { try $0.parkedJobs(after: nil, limit: 9).map(\.key) }
            #expect(rest == Array(keys.dropFirst()))
        }
    }
}
