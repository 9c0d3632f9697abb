import StateMachineInspectionMessages
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct RecordLogTests {
    private func record(_ kind: RecordKind, _ sequence: Int, of machine: Int) -> RecordLog.Record {
        RecordLog.Record(kind: kind, sequence: sequence, machine: machine, line: String(repeating: "x", count: 36))
    }

    @Test func `a noisy machine does not displace a quiet one`() {
        var log = RecordLog(limit: 10_000)
        for (sequence, kind) in [RecordKind.machine, .machine, .entry, .entry].enumerated() {
            log.append(record(kind, sequence, of: sequence % 2))
        }
        for sequence in 4..<100_000 { log.append(record(.entry, sequence, of: 1)) }
        // Two machines, the quiet entry, and at least a third as many entries as there is room for.
        #expect((35...100).contains(log.records.count))
        #expect(log.records.prefix(3).map(\.sequence) == [0, 1, 2])
        #expect(log.records.last?.sequence == 99_999)
        let sequences = log.records.map(\.sequence)
        #expect(sequences == sequences.sorted())
        // The latest ones are kept without gaps.
        #expect(Array(sequences.dropFirst(3)) == Array((99_999 - sequences.count + 4)...99_999))
    }

    @Test func `machines that have ended are forgotten, and those that live are not`() {
        var log = RecordLog(limit: 10_000)
        log.append(record(.machine, 0, of: 0))
        for machine in 1..<1000 {
            log.append(record(.machine, 2 * machine, of: machine))
            log.append(record(.ended, 2 * machine + 1, of: machine))
            #expect(log.records.count <= 100)
        }
        #expect(log.records.first?.machine == 0)
    }

    @Test func `more live machines than fit are bounded, too`() {
        var log = RecordLog(limit: 10_000)
        for machine in 0..<1000 { log.append(record(.machine, machine, of: machine)) }
        #expect(log.records.count <= 100 && log.records.last?.machine == 999)
    }

    @Test func `of more live machines than fit, the later half is kept`() {
        for (limit, kept) in [(1_000, 6), (900, 5)] {
            var log = RecordLog(limit: limit)
            for machine in 0...limit / 100 { log.append(record(.machine, machine, of: machine)) }
            #expect(log.records.map(\.sequence) == Array((limit / 100 + 1 - kept)...limit / 100))
        }
    }

    /// A hundred records fit.
    @Test(arguments: [
        // The last entries of the live machine are removed one after the other: its last two make
        // a half, or the last one does.
        (pairs: 23, live: 2, kept: 50), (pairs: 24, live: 1, kept: 50),
        // Or its last one and the other live machines do, without those that have ended.
        (pairs: 10, live: 49, kept: 50),
    ])
    func `what takes half the memory is kept when the whole is full`(pairs: Int, live: Int, kept: Int) {
        var log = RecordLog(limit: 10_000)
        var sequence = 0
        func append(_ kind: RecordKind, of machine: Int) {
            log.append(record(kind, sequence, of: machine))
            sequence += 1
        }
        for machine in 0..<live { append(.machine, of: machine) }
        for machine in live..<live + pairs {
            append(.machine, of: machine)
            append(.ended, of: machine)
        }
        while sequence < 100 { append(.entry, of: 0) }
        #expect(log.records.count == 100)
        append(.entry, of: 0)
        #expect(log.records.count == kept)
        #expect(log.records.count { $0.machine < live && $0.kind == .machine } == live)
        #expect(log.records.contains { $0.kind == .ended } == (live < 49))
        #expect(log.records.last?.sequence == 100)
    }

    @Test func `records are found by their numbers`() {
        var log = RecordLog(limit: 10_000)
        for sequence in [1, 3, 5] { log.append(record(.entry, sequence, of: 0)) }
        #expect((0...6).map { log.records(from: $0).first?.sequence } == [1, 1, 3, 3, 5, 5, nil])
    }
}
