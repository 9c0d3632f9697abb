import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

@Suite(.timeLimit(.minutes(1)), .computing) struct XStateScriptErrorTests {
    private static func error(_ text: String) throws -> ChartError {
        try #require(throws: ChartError.self) { _ = try XStateScriptReader.read(text) }
    }

    @Test(arguments: [
        ("...imported", "line 3, column 4: “...imported” adds members that this file does not list"),
        ("a: { entry: [...imported] }", "line 3, column 14: “...imported” adds elements that this file does not list"),
        ("a: imported", "line 3, column 4: “imported” has a value only when the program runs"),
        ("a: makeState('x')", "“makeState('x')” has a value only when the program runs"),
        (
            "a: makeState('\(String(repeating: "x", count: 60))')",
            "“makeState('\(String(repeating: "x", count: 49))…” has a value only when the program runs"
        ),
        ("a: { on: { x: isOpen ? 'a' : 'b' } }", "“isOpen ? 'a' : 'b'” has a value only when the program runs"),
        ("a: { on: { x: () => ({ target: 'b' }) } }", "has a value only when the program runs"),
        ("a: { on: { x: `#${id}` } }", "“`#${id}`” has a value only when the program runs"),
        ("[`a${1}`]: {}", "line 3, column 2: “`a${1}`” has a value only when the program runs"),
        ("a: { invoke: actors }", "“actors” has a value only when the program runs"),
        ("a: { on: { x: { actions: raise({ type: 'y' }) } } }", "column 26: the action raises an event"),
        ("a: { on: { x: { actions: enqueueActions(() => {}) } } }", "the action decides on other actions"),
        ("a: { on: { x: { actions: 'next' } } }", "the action raises an event"),
        ("a: { onn: {} }", "“onn” is not a member of a state"),
        ("__proto__: {}", "the key “__proto__” has a special meaning in JavaScript"),
        ("a: { on: { x: 'q' } }", "line 3, column 15: the target “q” does not exist"),
        ("a: { id: 'x }", "line 3, column 10: the string is not closed"),
        ("a: { id: '\\u00g0' }", "a string contains an escape sequence that is not valid"),
        ("a: { id: 08x }", "“08x” is not a valid number"),
        ("a: { id: 'x' entry: 'y' }", "line 3, column 10: “'x' entry: 'y'”"),
        ("a b: {}", "line 3, column 3: an object member has no value"),
        ("a: { on: { x: } }", "line 3, column 15: a value is required here"),
        ("a: [b", "line 3, column 4: the bracket is not closed"),
    ])
    func `a part that cannot be read is reported with its place`(states: String, message: String) throws {
        let error = try Self.error(
            "setup({ actions: { next: raise({ type: 'x' }) } }).createMachine({\ninitial: 'a', states: {\n\(states)\n} })"
        )
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `all errors of a machine are reported at once`() throws {
        let error = try Self.error(
            """
            createMachine({ initial: 'a', states: {
              a: { on: { x: f(), y: g() } },
              b: other,
            } })
            """
        )
        #expect(error.all.map(\.position.line) == [2, 2, 3])
    }

    @Test(arguments: [
        "", "const a = ", "enum", "import { a } from", "// createMachine({})", "createMachine(", "createMachine(x)",
    ])
    func `a file without a machine is refused`(text: String) throws {
        #expect("\(try Self.error(text))".contains("line 1, column 1: the file does not create an XState machine"))
    }

    @Test(arguments: [
        "const a = { ...a }; createMachine({ initial: 'a', states: a })",
        "const a = { x: { states: a } }; createMachine({ initial: 'x', states: a })",
        "const a = [...a]; createMachine({ initial: 'x', states: { x: { entry: a } } })",
        "createMachine({ a: " + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "})",
        "createMachine({ a: " + String(repeating: "{ a: ", count: 500) + String(repeating: "}", count: 500) + "})",
        "createMachine(" + String(repeating: "(", count: 500) + "{}" + String(repeating: ")", count: 500) + ")",
    ])
    func `a value with too many levels is refused`(text: String) throws {
        #expect("\(try Self.error(text))".contains("values are nested more than 100 levels deep"))
    }

    @Test func `constants that stand for too much text are refused`() throws {
        let constants = (1..<60).map { "const a\($0) = [...a\($0 - 1), ...a\($0 - 1)];" }.joined()
        let error = try Self.error(
            "const a0 = ['p'];\(constants) createMachine({ initial: 'a', states: { a: { entry: a59 } } })"
        )
        #expect("\(error)".contains("the file's constants expand to too much text"))
    }

    @Test(arguments: [
        "(", "[", "{", "<", "`${", "`", "/*", "'", "/", ").createMachine({", "createMachine<", "createMachine(", "a.",
        "f().",
        "((a): ", "not(", "a<b,c>(d)<", "async ", "class ", "`${`", "\\u", "=>", "createMachine({ a: ", "x as ", "-",
        "...",
    ])
    func `repeated text ends with an error or a machine`(part: String) throws {
        let text = String(repeating: part, count: 400)
        let machine = "const m = createMachine({ initial: 'a', states: { a: { on: { x: 'b' } }, b: {} } });\n"
        for script in [
            text, machine + text, text + machine, "createMachine({ a: \(text)", "createMachine({ a: \(text) })",
        ] {
            // Only the end matters.
            _ = try? XStateScriptReader.read(script)
        }
    }

    @Test func `a machine that is cut anywhere ends with an error`() throws {
        let script = try XStateScriptWalkTests.script("photoUpload.ts")
        for length in stride(from: 0, to: script.count - 100, by: 11) {
            let error = try Self.error(String(script.prefix(length)))
            #expect(error.position.line > 0)
            guard length < 1_600 else { break }
        }
    }
}
