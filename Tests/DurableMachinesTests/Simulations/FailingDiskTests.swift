#if os(Linux)
import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Disks that fail at any write.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct FailingDiskTests {
    @Test(arguments: FailingDisk.Fault.tried)
    func `whichever write fails, nothing acknowledged is lost and a repetition completes the rest`(
        fault: FailingDisk.Fault
    ) async throws {
        var calls: [String] = []
        // Each fault begins with another call, so that the calls that are tried differ.
        let first = ProcessEnvironment.isThorough ? 1 : 1 + (FailingDisk.Fault.tried.firstIndex(of: fault) ?? 0) * 2
        for number in stride(from: first, to: .max, by: ProcessEnvironment.isThorough ? 1 : 6) {
            let file = try TemporaryDatabase()
            defer { file.remove() }
            var scenario = DiskScenario(file)
            do {
                calls = try await FailingDisk.fail(fault, at: number, in: file.folder) {
                    try await scenario.run(repeating: !fault.isPermanent)
                }.calls
                try check(scenario.errors, of: fault)
                try await FailingDisk.fail(nil, at: 1, in: file.folder) { try await scenario.complete() }
            } catch {
                throw Unexpected("call \(number), \(calls.last ?? ""): \(error)")
            }
            guard calls.count >= number else {
                #expect(scenario.errors == [])
                break
            }
        }
        // The fault has met each kind of call.
        #expect(Set(calls).isSuperset(of: ["sync", "unlink"]))
        #expect(calls.contains { $0.contains("write") })
    }

    @Test(arguments: [(ENOSPC, true), (EDQUOT, true), (EFBIG, true), (EIO, false), (EROFS, false)])
    func `only a disk without space is called full`(number: Int32, isFull: Bool) async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let fault = FailingDisk.Fault(kind: .error(number), isPermanent: true)
        let store = try SQLiteStore(path: file.path)
        try await store.write { _ in }
        let row = MachineRecord.row(try MachineID("a"))
        try await FailingDisk.fail(fault, at: 1, in: file.folder) {
            let failed = DurableStoreError.failed(file.path, code: "778", message: "disk I/O error")
            await #expect(throws: isFull ? DurableStoreError.full(file.path) : failed) {
                try await store.write { try $0.save(row) }
            }
        }
        // The connection has recovered.
        try await store.write { try $0.save(row) }
        await store.close()
    }

    // MARK: Power failures

    /// The files that have their unflushed contents after a power failure.
    enum Survivors: CaseIterable {
        case none
        case mainFile
        case log
    }

    @Test(arguments: Survivors.allCases)
    func `after a power failure at any time, no acknowledged event is missing`(survivors: Survivors) async throws {
        let lost = try await failures(survivors, synchronous: "FULL")
        #expect(lost == [])
    }

    @Test(arguments: ["OFF", "NORMAL"])
    func `without a flush for each commit, a power failure loses acknowledged events`(mode: String) async throws {
        // So the test above would notice missing flushes.
        let lost = try await failures(.none, synchronous: mode)
        #expect(!lost.isEmpty)
    }

    @Test func `an event waits for the disk once`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        try await FailingDisk.fail(nil, at: 1, in: file.folder) {
            let store = try SQLiteStore(path: file.path)
            let orders = try Fleet<Order>(in: store)
            try await orders.create("a", in: .placed(reminders: 0))
            let before = FailingDisk.syncs
            for number in 1...10 { try await orders.send(.remind, to: "a", eventID: "\(number)") }
            #expect(FailingDisk.syncs - before == 10)
            await store.close()
        }
    }

    /// Lets the power fail at each call in turn, and repeats what was not acknowledged.
    ///
    /// - Returns: What was lost or wrong.
    private func failures(_ survivors: Survivors, synchronous: String) async throws -> [String] {
        let fault = FailingDisk.Fault(kind: .error(EIO), isPermanent: true)
        // The calls if all goes well.
        var calls: [String] = []
        var failures: [String] = []
        var number = 0
        while number <= calls.count {
            defer { number += 1 }
            if number % 6 > 0, !ProcessEnvironment.isThorough { continue }
            let (file, disk) = (try TemporaryDatabase(), try TemporaryDatabase())
            defer { file.remove() }
            defer { disk.remove() }
            var scenario = DiskScenario(file)
            // After the power failure, no call has an effect.
            let result = try await FailingDisk.fail(number == 0 ? nil : fault, at: number, in: file.folder) {
                try await scenario.run(repeating: false, configuring: "PRAGMA synchronous = \(synchronous)")
            }
            if number == 0 {
                #expect(scenario.errors == [])
                calls = result.calls
            }
            for (ending, survivor) in [("", Survivors.mainFile), ("-wal", .log), ("-journal", .log)] {
                let isKept = survivor == survivors
                let content =
                    isKept
                    ? try? Data(contentsOf: URL(filePath: file.path + ending)) : result.flushed["store.db" + ending]
                try content?.write(to: URL(filePath: disk.path + ending))
            }
            scenario.file = disk
            do {
                try await FailingDisk.fail(nil, at: 1, in: disk.folder) { try await scenario.complete() }
            } catch { failures.append("call \(number): \(error)") }
        }
        return failures
    }

    /// Only a disk without space is called full.
    private func check(_ errors: [DurableStoreError], of fault: FailingDisk.Fault) throws {
        for error in errors {
            switch error {
            case .full where fault.number == ENOSPC, .failed, .cannotOpen: continue
            default: throw Unexpected(error)
            }
        }
    }
}
#endif
