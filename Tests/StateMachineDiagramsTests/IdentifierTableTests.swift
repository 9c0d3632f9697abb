import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachineDiagrams

/// Tables of names, and the identifiers that every format takes for them.
@Suite(.timeLimit(.minutes(5)), .computing) struct IdentifierTableTests {
    @Test(arguments: [
        ("loaded", "loaded"), ("Z9_a", "Z9_a"), ("a b", "a_b"), ("a-b.c", "a_b_c"), ("", "s"), ("_", "s_"),
        ("_x", "s_x"),
        ("1", "s1"), ("9a", "s9a"), ("é", "s_"), ("aé", "a_"), ("e\u{301}", "s_"), ("👩‍👩‍👧", "s_"), ("٣", "s_"),
        ("\u{0}", "s_"), ("a\r\nb", "a_b"), ("[*]", "s___"), ("a|b", "a_b"),
        // Words of readers, in any case.
        ("end", "end_"), ("End", "End_"), ("END", "END_"), ("true", "true_"), ("toString", "toString_"),
        ("TOSTRING", "TOSTRING_"), ("direction", "direction_"), ("ends", "ends"), ("end_", "end_"), ("on", "on_"),
        // The beginnings of functions that python-statemachine calls.
        ("on_x", "s_on_x"), ("ON_x", "s_ON_x"), ("before_x", "s_before_x"), ("after_x", "s_after_x"),
        ("done_x", "s_done_x"), ("error_x", "s_error_x"), ("onx", "onx"), ("on-x", "s_on_x"), ("x_on_", "x_on_"),
    ])
    func `a name has an identifier of ASCII letters, digits and underscores`(name: String, identifier: String) {
        var identifiers = Identifiers()
        #expect(identifiers.identifier(for: name) == identifier)
    }

    @Test(arguments: [
        (["go", "Go", "GO", "gO"], ["go", "Go_2", "GO_3", "gO_4"]), (["go", "go", "go"], ["go", "go_2", "go_3"]),
        (["go_2", "go", "go"], ["go_2", "go", "go_3"]), (["go", "go", "go_2"], ["go", "go_2", "go_2_2"]),
        (["a b", "a-b", "a_b"], ["a_b", "a_b_2", "a_b_3"]), (["", "s", "S"], ["s", "s_2", "S_3"]),
        (["end", "end_", "End"], ["end_", "end__2", "End__3"]), (["👩‍👩‍👧", "👨‍👦"], ["s_", "s__2"]),
    ])
    func `no two names have identifiers that differ by case alone`(names: [String], expected: [String]) {
        var identifiers = Identifiers()
        #expect(names.map { identifiers.identifier(for: $0) } == expected)
    }

    @Test func `an identifier that others have is not given again`() {
        var identifiers = Identifiers(taken: ["Go", "x"])
        #expect(["go", "X", "y"].map { identifiers.identifier(for: $0) } == ["go_2", "X_2", "y"])
    }

    @Test func `states, events and regions that differ by case alone have identifiers of their own in each format`() {
        let names = ["go", "Go", "GO"].map { ValueName(caseName: $0) }
        let machine = MachineDescription(
            name: "Go",
            states: names.enumerated().map { .init(name: $1, isInitial: $0 == 0) },
            events: names.dropLast() + [ValueName(caseName: "gO")],
            steps: names.indices.map { .init(source: $0, event: $0, reaction: .init(target: ($0 + 1) % 3)) }
        )
        for (format, declaration, expected) in [
            (DiagramFormat.mermaid, /state ".*" as (\w+)/, ["go", "Go_2", "GO_3"]),
            (.plantuml, /state ".*" as (\w+)/, ["go", "Go_2", "GO_3"]),
            (.scxml, /<state id="(\w+)"/, ["go", "Go_2", "GO_3"]),
            (.scxml, /event="(\w+)"/, ["go_4", "Go_5", "gO_6"]),
            (.sismic, /"event" : "(\w+)"/, ["go_4", "Go_5", "gO_6"]),
        ] {
            let found = machine.text(in: format).matches(of: declaration).map { String($0.output.1) }
            #expect(found == expected, "\(format): \(machine.text(in: format))")
        }
    }
}
