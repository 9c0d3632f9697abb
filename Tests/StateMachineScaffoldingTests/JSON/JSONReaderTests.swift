import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// The grammar of RFC 8259, rule by rule.
@Suite(.timeLimit(.minutes(1)), .computing) struct JSONReaderTests {
    /// Each rule with texts that follow it and texts that do not.
    static let rules: [(rule: String, valid: [String], invalid: [String])] = [
        (
            "number, section 6: int", ["0", "-0", "7", "10", "-120"],
            ["01", "-01", "00", "+1", "-", "--1", "0x1", "1_0"]
        ),
        ("number: frac", ["0.5", "-1.25", "10.00"], ["1.", ".5", "-.5", "1..5", "1.5.5", "1.e5"]),
        ("number: exp", ["1e5", "1E5", "1e+5", "1e-05", "0e0", "1.5E-3"], ["1e", "1e+", "e5", "1e5.5", "1ee5"]),
        ("number: neither infinity nor NaN", [], ["NaN", "Infinity", "-Infinity", "nan", "inf"]),
        (
            "string, section 7: escapes", [#""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\uFFFF""#],
            [#""\a""#, #""\'""#, #""\U0041""#]
        ),
        (
            "string: four hexadecimal digits", [#""\u012a""#],
            [#""\u+12A""#, #""\u-12A""#, #""\u12""#, #""\u 12A""#, #""\u12G4""#]
        ),
        (
            "string: no control characters", [#""\u0000""#, "\"\u{7F}\""],
            ["\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\""]
        ),
        ("string: an end", [#""""#, #""'""#], ["\"", #""\"#, #""a\""#, "'a'"]),
        ("value, section 3: literal names", ["true", "false", "null"], ["True", "nul", "truefalse", "undefined", ""]),
        (
            "object, section 4", ["{}", #"{"a":1}"#, #"{"a":{"b":[]},"c":null}"#],
            ["{", "}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, "{a:1}", "{1:1}", #"{"a":1 "b":2}"#]
        ),
        ("array, section 5", ["[]", "[1]", "[1,[2,\"\"]]"], ["[", "]", "[1,]", "[,1]", "[1 2]", "[1;2]", "[1}"]),
        (
            "whitespace, section 2", [" 1", "1\n", "\t[ 1 ,\r\n2 ]"],
            ["\u{A0}1", "1\u{B}", "// 1\n1", "/* */1", "\u{FEFF}1"]
        ),
        ("one value", ["1"], ["1 1", "{}{}", "[]]", "1,"]),
    ]

    @Test(arguments: rules.indices)
    func `a text is read if and only if the grammar has it`(index: Int) {
        let rule = Self.rules[index]
        for text in rule.valid {
            #expect(throws: Never.self, "\(rule.rule): \(text)") { _ = try JSONReader.read(text) }
            #expect(throws: Never.self, "\(rule.rule), in a list: \(text)") { _ = try JSONReader.read("[\(text)]") }
        }
        for text in rule.invalid {
            #expect(throws: ChartError.self, "\(rule.rule): \(text)") { _ = try JSONReader.read(text) }
        }
    }

    @Test func `numbers and characters have their values`() throws {
        func number(_ text: String) throws -> Double? {
            if case .number(let number) = try JSONReader.read(text).value { number } else { nil }
        }
        #expect(try number("-12.5e-1") == -1.25)
        #expect(try number("1E+2") == 100)
        #expect(try JSONReader.read(#""\ud83d\ude00 \u00e9\/""#).string == "😀 é/")
        #expect(try JSONReader.read(#""\"\\\/\b\f\n\r\t""#).string == "\"\\/\u{8}\u{C}\n\r\t")
        let digits = String(repeating: "1", count: 60)
        #expect(try number(digits) == Double(digits))
    }

    /// RFC 8259, section 4, leaves open what such an object means.
    @Test func `a name that an object has twice is refused at its second place`() throws {
        let text = "{\"a\": 1,\n \"b\": {\"a\": 2}, \"a\": 3}"
        #expect(
            throws: ChartError(
                Position(line: 2, column: 17),
                "the object contains “a” twice",
                expected: "each name once"
            )
        ) {
            _ = try JSONReader.read(text)
        }
        #expect(throws: ChartError.self) { _ = try JSONReader.read(#"{"a": 1, "\u0061": 1}"#) }
        guard case .number(2) = try JSONReader.read(#"{"a": {"a": 1}, "A": {"a": 2}}"#).member("A").member("a").value
        else {
            Issue.record("not the second member")
            return
        }
    }

    @Test func `an error names the place of the value`() {
        #expect(
            throws: ChartError(
                Position(line: 2, column: 3),
                "a JSON value is required here",
                expected: "an object, a list, a string, a number, true, false or null"
            )
        ) {
            _ = try JSONReader.read("[1,\n  .5]")
        }
    }
}
