import Foundation
import StateMachineTestSupport
import Testing

/// The example `orders`: processes on one file, of which some are killed.
@Suite(.serialized, .timeLimit(.minutes(5)), .outside) struct OrdersTests {
    private static let agreement = "0 differences between the orders and the ledger"

    /// Whether the program has finished a number of orders without a difference.
    private func expectAgreement(_ result: Example.Result, orders: Int) {
        #expect(result.status == 0 && result.errors == "", "\(result)")
        #expect(result.lines.last == Self.agreement)
        let summary = result.lines.last { $0.contains(" orders: ") } ?? ""
        let numbers = summary.matches(of: /\d+/).compactMap { Int($0.0) }
        #expect(numbers.count > 2 && numbers[0] == orders && numbers[1] + numbers[2] == orders, "\(summary)")
    }

    private func start(_ arguments: String..., in folder: URL) throws -> Example {
        try Example("orders", arguments, environment: VideoProgram.environment(folder))
    }

    private func run(_ arguments: String..., in folder: URL) async throws -> Example.Result {
        try await Example.run("orders", arguments, environment: VideoProgram.environment(folder))
    }

    @Test(.thorough) func `two workers finish thirty orders, and no file is left`() async throws {
        try await VideoProgram.withFolder { folder in
            let result = try await run("--orders", "30", "--workers", "2", in: folder)
            expectAgreement(result, orders: 30)
            #expect(result.lines.first?.hasPrefix("30 orders, 2 workers, ") == true)
            #expect(result.lines.contains { $0.hasPrefix("100%: ") })
            #expect(!result.output.contains("killed") && !result.output.contains("\u{1B}"))
            #expect(VideoProgram.files(in: folder) == [])
        }
    }

    @Test func `no order is lost or done twice when three workers are killed`() async throws {
        try await VideoProgram.withFolder { folder in
            let result = try await run("--orders", "20", "--workers", "2", "--chaos", "3", in: folder)
            expectAgreement(result, orders: 20)
            #expect(result.output.contains(", 3 workers killed\n"))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL].usually { $0 == SIGKILL })
    func `a run that was interrupted continues with the same file`(signal: Int32) async throws {
        try await VideoProgram.withFolder { folder in
            let file = folder.appending(path: "orders.db").path(percentEncoded: false)
            let first = try start("--orders", "30", "--workers", "2", "--seed", "5", "--file", file, in: folder)
            let interrupted = await first.end(by: signal, onceWritten: "%: ")
            #expect(interrupted.status == 128 + signal)
            let advice = "orders: to continue with these orders: swift run orders --file '\(file)'\n"
            #expect(interrupted.errors == (signal == SIGKILL ? "" : advice))
            #expect(!interrupted.output.contains(Self.agreement))
            expectAgreement(try await run("--file", file, in: folder), orders: 30)
        }
    }

    @Test(.thorough) func `a finished run can be repeated, and orders can be added`() async throws {
        try await VideoProgram.withFolder { folder in
            let file = folder.appending(path: "orders.db").path(percentEncoded: false)
            let first = try await run("--orders", "2", "--file", file, in: folder)
            let second = try await run("--file", file, in: folder)
            #expect(first.status == 0 && second.status == 0)
            #expect(first.lines.suffix(9) == second.lines.suffix(9))
            expectAgreement(try await run("--orders", "5", "--file", file, "--chaos", "1", in: folder), orders: 5)
            let other = try await run("--file", file, "--seed", "2", in: folder)
            #expect(other.status == 1 && other.errors == "orders: the orders in this file have the seed 1, not 2\n")
        }
    }

    /// Changes of the ledger, with the words about the difference.
    static let forgeries: [(kind: String, isRepeated: Bool, words: String)] = [
        ("charge", true, "order-0001 was charged 2 times"),
        ("charge", false, "order-0001 is delivered, but the bank does not know the payment"),
        ("ship", true, "order-0001 was shipped 2 times"),
        ("ship", false, "order-0001 is delivered, but the carrier does not know it"),
        ("reserve", false, "order-0001 is delivered, but no article was reserved"),
    ]

    @Test(arguments: forgeries.usually { $0.kind == "charge" })
    func `a ledger that differs from the orders makes the status 1`(
        forgery: (kind: String, isRepeated: Bool, words: String)
    ) async throws {
        try await VideoProgram.withFolder { folder in
            let file = folder.appending(path: "orders.db").path(percentEncoded: false)
            #expect(try await run("--orders", "1", "--file", file, in: folder).status == 0)
            let ledger = URL(filePath: file + ".ledger")
            let lines = try String(contentsOf: ledger, encoding: .utf8).split(separator: "\n").map(String.init)
            let changed = lines.flatMap { line in
                guard line.contains(#""kind":"\#(forgery.kind)""#) else { return [line] }
                return forgery.isRepeated ? [line, line.replacing(#""key":""#, with: #""key":"second "#)] : []
            }
            try (changed.joined(separator: "\n") + "\n").write(to: ledger, atomically: true, encoding: .utf8)
            let result = try await run("--file", file, in: folder)
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("orders: \(forgery.words)\n"), "\(result.errors)")
            #expect(!result.output.contains(Self.agreement))
        }
    }
}
