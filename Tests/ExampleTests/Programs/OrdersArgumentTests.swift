import Foundation
import StateMachineTestSupport
import Testing

/// The arguments and the files of the example `orders`.
@Suite(.serialized, .timeLimit(.minutes(5)), .outside) struct OrdersArgumentTests {
    @Test(arguments: [
        (["--orders", "0"], "--orders takes a whole number from 1 to 100000, not '0'"),
        (["--orders", "many"], "--orders takes a whole number from 1 to 100000, not 'many'"),
        (["--workers", "17"], "--workers takes a whole number from 1 to 16, not '17'"),
        (["--seed", "-1"], "--seed takes a whole number from 0 to 9223372036854775807, not '-1'"),
        (["--chaos=x"], "--chaos takes a whole number from 1 to 10000, not 'x'"),
        (["--crash", ""], "--crash needs a command"),
        (["--crash", "true", "--chaos"], "--crash needs --postgres and --chaos"),
        (["--crash", "true", "--postgres", "dbname=shop"], "--crash needs --postgres and --chaos"),
        (["--chaos", "0"], "--chaos takes a whole number from 1 to 10000, not '0'"),
        (["--file"], "--file needs a value"),
        (["--file", ""], "--file needs the path of a file"),
        (["--worker", "1"], "--worker is an option for the program itself"),
        (["--fast"], "unknown option --fast"),
        (["fast"], "unknown argument 'fast'"),
    ])
    func `invalid arguments make the status 64`(arguments: [String], message: String) async throws {
        let result = try await Example.run("orders", arguments)
        #expect(result.status == 64 && result.output == "")
        #expect(result.errors.hasPrefix("orders: \(message)\nusage: orders "))
    }

    @Test func `the help fits a terminal of 80 columns`() async throws {
        let (word, option) = (try await Example.run("orders", ["help"]), try await Example.run("orders", ["--help"]))
        #expect(word.status == 0 && word.errors == "" && word.output == option.output)
        #expect(word.output.contains("usage: orders ") && word.output.contains("--chaos"))
        #expect(word.output.split(separator: "\n").filter { $0.count > 80 } == [])
    }

    @Test func `a file that cannot be used is an error in words`() async throws {
        try await VideoProgram.withFolder { folder in
            func expectFailure(_ file: URL, _ words: String) async throws {
                let path = file.path(percentEncoded: false)
                let result = try await Example.run("orders", ["--orders", "1", "--file", path])
                #expect(result.status == 1 && result.output == "")
                #expect(result.errors.hasPrefix("orders: ") && result.errors.contains(words), "\(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1)
            }
            try await expectFailure(folder.appending(path: "missing/orders.db"), "Cannot open ")
            try await expectFailure(folder, "Cannot open ")
            let text = folder.appending(path: "text.db")
            try String(repeating: "This is not a database. ", count: 100).write(
                to: text,
                atomically: true,
                encoding: .utf8
            )
            try await expectFailure(text, "text.db is not a database or is damaged: ")
            #expect(VideoProgram.files(in: folder) == ["text.db"])
            try "".write(to: folder.appending(path: "gone.db.ledger"), atomically: true, encoding: .utf8)
            try await expectFailure(
                folder.appending(path: "gone.db"),
                "gone.db is missing, but its ledger exists. Remove "
            )
            let occupied = folder.appending(path: "occupied.db")
            try Data().write(to: occupied)
            let ledger = folder.appending(path: "occupied.db.ledger")
            try FileManager.default.createDirectory(at: ledger, withIntermediateDirectories: false)
            try await expectFailure(occupied, "cannot open \(ledger.path(percentEncoded: false))")
        }
    }

    @Test func `a closed output pipe ends the program and its workers, with status 141`() async throws {
        try await VideoProgram.withFolder { folder in
            let environment = VideoProgram.environment(folder)
            let result = try await Example.run("orders", [], environment: environment, isRead: false)
            #expect(result.status == 141)
            #expect(result.errors.hasPrefix("orders: to continue with these orders: "))
        }
    }

    #if os(Linux)
    @Test(.thorough) func `a terminal shows the number of orders in each state and a progress bar, drawn in place`()
        async throws
    {
        let terminal = try PseudoTerminal(columns: 60)
        terminal.run("orders", "--orders 10 --workers 1 --chaos 1")
        #expect(await terminal.shows("status 0."), "\(terminal.text.debugDescription)")
        // Ten states above the bar.
        let drawings = terminal.text.split(separator: "\u{1B}[10A")
        #expect(drawings.count > 3)
        for drawing in drawings.dropFirst() {
            let table = drawing.split(separator: "\n").prefix(10)
            #expect(table.first?.contains("placed ") == true && table.last?.contains("cancelled ") == true)
            #expect(table.allSatisfy { $0.count <= 60 + "\r\u{1B}[J".count })
        }
        #expect(terminal.text.contains("█ 100% 10 of 10, 1 worker killed\r"))
        #expect(terminal.text.contains("\n0 differences between the orders and the ledger\n"))
    }
    #endif
}
