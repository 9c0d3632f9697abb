import StateMachineCommandLine
import StateMachineTestSupport
import Testing

@testable import StateMachineExampleSupport

@Suite(.timeLimit(.minutes(5)), .computing) struct TerminalSupportTests {
    @Test(arguments: [
        ("plain", 5), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👩‍👩‍👧", 2), ("❤️", 2), ("a\u{200B}b", 2),
    ])
    func `columns are counted as a terminal shows them`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func `control characters do not reach the terminal`() {
        #expect(
            "a\u{1B}[2Jb\r\nc\u{7}".printable == "a [2Jb c ".replacing(" c", with: "  c").replacing("   ", with: "  ")
        )
        #expect("a\u{202E}b\u{2028}c".printable == "ab c")
        #expect("日本 👩‍👩‍👧".printable == "日本 👩‍👩‍👧")
    }

    @Test func `a long line breaks at spaces, whatever its style`() {
        #expect("a ─ b → c   +d".wrapped(to: 10) == ["a ─ b → c", "  +d"])
        #expect("a ─ b → c   +d".wrapped(to: 14) == ["a ─ b → c   +d"])
        #expect("\u{1B}[2mone two\u{1B}[0m".wrapped(to: 7) == ["\u{1B}[2mone two\u{1B}[0m"])
        #expect("long-word b\n\n  日本 c".wrapped(to: 6) == ["long-word", "  b", "", "  日本", "  c"])
    }

    @Test func `a table is aligned and cut to the width, without trailing spaces`() {
        var table = TextTable(["id", "tags"], alignments: [.right, .left])
        table.append(["7", "rose"])
        table.append(["123", "日本, a long list of tags"])
        #expect(table.lines() == [" id  tags", "  7  rose", "123  日本, a long list of tags"])
        #expect(table.lines(fitting: 16, cutting: 1) == [" id  tags", "  7  rose", "123  日本, a lo…"])
    }

    @Test func `a progress bar fits its line`() {
        let bar = ProgressBar("saving", on: .output)
        #expect(bar.line(0.5, detail: "1 of 2", width: 40) == "saving █████████░░░░░░░░░  50% 1 of 2")
        for width in 1...100 { #expect(bar.line(0.333, detail: "1 of 3, 20 kB", width: width).columns <= width) }
        #expect(bar.line(.infinity, detail: "", width: 80).contains("100%"))
    }

    @Test func `arguments are options, their values, and words`() throws {
        var arguments = Arguments(["a", "--page", "3", "--limit=5", "-", "--", "--b"])
        #expect(try arguments.next() == .word("a"))
        #expect(try arguments.next() == .option("--page"))
        #expect(try arguments.number(of: "--page", in: 1...9) == 3)
        #expect(try arguments.next() == .option("--limit"))
        #expect(try arguments.value(of: "--limit") == "5")
        #expect(try arguments.next() == .word("-"))
        #expect(try arguments.next() == .word("--b"))
        #expect(try arguments.next() == nil)
        var flag = Arguments(["--json=yes"])
        #expect(try flag.next() == .option("--json"))
        #expect(throws: UsageError("--json does not take a value")) { try flag.next() }
        #expect(throws: UsageError("--page needs a value")) { try arguments.value(of: "--page") }
    }

    @Test func `the address of an inspector stands behind the option, or in the environment`() throws {
        let token = String(repeating: "0123456789abcdef", count: 2)
        let (one, other) = ("http://127.0.0.1:1/?token=\(token)", "http://localhost:2/?token=\(token)")
        func address(_ words: String..., variable: String? = nil) throws -> (address: String, rest: Arguments.Argument?)
        {
            var arguments = Arguments(["--inspect"] + words)
            if words.first?.hasPrefix("=") == true { arguments = Arguments(["--inspect" + words[0]]) }
            _ = try arguments.next()
            let environment = variable.map { ["MACHINE_INSPECTOR": $0] } ?? [:]
            return (try InspectorOption.address(in: &arguments, environment: environment), try arguments.next())
        }
        #expect(try address(one, "word", variable: other) == (one, .word("word")))
        #expect(try address("=\(one)", variable: other) == (one, nil))
        #expect(try address("word", variable: other) == (other, .word("word")))
        #expect(try address("http://127.0.0.1:1/", variable: other) == (other, .word("http://127.0.0.1:1/")))
        #expect(try address(variable: other) == (other, nil))
        for (words, variable) in [([], nil), (["word"], nil), (["=word"], other), ([], "http://127.0.0.1:1/")] {
            let error = #expect(throws: UsageError.self) { try address(words.first ?? "word", variable: variable) }
            #expect(error?.message.contains("run 'swift run transition-tables serve'") == true)
        }
    }
}
