import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Names of diagrams as names in Swift: "The Swift Programming Language", Lexical Structure.
@Suite(.timeLimit(.minutes(1)), .computing) struct SwiftNameTests {
    @Test(arguments: [
        // As it is, or in words.
        ("idle", "idle", "Idle"), ("payment failed", "paymentFailed", "PaymentFailed"),
        ("payment-failed", "paymentFailed", "PaymentFailed"),
        ("a.b.c", "aBC", "ABC"), ("payment_failed", "paymentFailed", "PaymentFailed"), ("  x  ", "x", "X"),
        ("goOn", "goOn", "GoOn"),
        ("go On", "goOn", "GoOn"), ("s1", "s1", "S1"), ("1", "kind1", "kind1"), ("2 x", "kind2X", "kind2X"),
        ("2x", "kind2x", "kind2x"),
        // Words in capitals with underscores.
        ("SEND_MESSAGE", "sendMessage", "SendMessage"), ("A_B2_C", "aB2C", "AB2C"), ("_A_B", "aB", "AB"),
        ("after RETRY_DELAY in A", "afterRetryDelayInA", "AfterRetryDelayInA"),
        ("A_1", "a_1", "A_1"), ("Send_MESSAGE", "sendMESSAGE", "SendMESSAGE"),
        // Underscores before digits, without which two names could be one.
        ("step_1_1", "step_1_1", "Step_1_1"), ("step_11", "step_11", "Step_11"), ("go_on_2", "goOn_2", "GoOn_2"),
        ("_1", "kind_1", "kind_1"),
        // A first word in capitals.
        ("Idle", "idle", "Idle"), ("OK", "ok", "OK"), ("URLSession", "urlSession", "URLSession"),
        ("HTTP error", "httpError", "HTTPError"),
        ("A", "a", "A"), ("ABc", "aBc", "ABc"), ("A1", "a1", "A1"), ("HTTP2", "http2", "HTTP2"),
        // Nothing that a name may have.
        ("", "kind", "kind"), ("!?", "kind", "kind"), ("😀", "kind", "kind"), ("😀a", "a", "A"), ("a😀b", "aB", "AB"),
        ("日本", "日本", "日本"),
        ("été", "été", "Été"), ("Über", "über", "Über"), ("\u{301}", "kind", "kind"),
        // Underscores alone are patterns.
        ("_", "kind", "kind"), ("__", "kind", "kind"), ("_a", "a", "A"),
        // Keywords stay, and stand in backticks where they are declared.
        ("default", "default", "Default"), ("in", "in", "In"), ("Switch", "switch", "Switch"),
        // Names that not even backticks free, and those of members of what is written.
        ("init", "init_", "Init"), ("self", "self_", "Self_"), ("Self", "self_", "Self_"), ("type", "type", "Type_"),
        ("Type", "type", "Type_"),
        ("any", "any", "Any_"), ("none", "none_", "None"), ("some", "some_", "Some"),
        ("protocol", "protocol", "Protocol_"),
        ("event", "event", "Event_"), ("state", "state", "State_"), ("activities", "activities_", "Activities"),
        ("is final", "isFinal_", "IsFinal"),
        ("hash", "hash_", "Hash"), ("String", "string", "String_"), ("never", "never", "Never_"),
        ("init_", "init_", "Init"),
    ])
    func `a text has one name for a case and one for a type`(text: String, lower: String, upper: String) {
        #expect(SwiftName.lower(text, kind: "kind") == lower)
        #expect(SwiftName.upper(text, kind: "kind") == upper)
    }

    /// Every keyword of declarations, statements and expressions that no backticks free is `taken`.
    @Test func `a keyword stands in backticks where it is declared`() {
        let keywords = """
            associatedtype class deinit enum extension fileprivate func import inout internal let operator private precedencegroup \
            protocol public rethrows static struct subscript typealias var break case catch continue default defer do else fallthrough for \
            guard if in repeat return throw switch where while as await false is nil super throws true try
            """
        for keyword in keywords.split(separator: " ").map(String.init) {
            #expect(SwiftName.lower(keyword, kind: "kind") == keyword)
            #expect(SwiftName.declared(keyword) == "`\(keyword)`")
        }
        for name in ["init_", "self_", "idle", "s1", "open", "set"] { #expect(SwiftName.declared(name) == name) }
    }

    @Test func `a variable is not called as those of the written code`() {
        let names = """
            event state completion completions exits actions entries before isHandled offer enter take advance settle min hasMoved hasLeft \
            hasReachedEnd unanswered isUnanswered
            """
        for name in names.split(separator: " ").map(String.init) {
            #expect(SwiftName.variable(name, kind: "kind") == name + "_")
            #expect(SwiftName.lower(name, kind: "kind") == name)
        }
        for name in ["idle", "events", "isLeft", "moved", "default"] {
            #expect(SwiftName.variable(name, kind: "kind") == name)
        }
        #expect(
            SwiftName.variable("init", kind: "kind") == "init_"
                && SwiftName.variable("has moved", kind: "kind") == "hasMoved_"
        )
    }

    @Test func `the name of a module is that of a type as it is`() {
        for name in ["Checkout", "A", "S1", "HTTP", "Checkout_2"] { #expect(SwiftName.isTypeName(name), "\(name)") }
        for name in ["", "checkout", "1A", "_A", "A B", "A-B", "Über", "Event", "Any", "Self", "A😀"] {
            #expect(!SwiftName.isTypeName(name), "\(name)")
        }
    }

    private func problem(_ content: String, module: String = "Machine") throws -> String? {
        do throws(ChartError) {
            _ = try MachineWriter(SCXMLReader.read("<scxml>\(content)</scxml>"), module: module)
            return nil
        } catch {
            return error.problem
        }
    }

    private static let go = "<transition event='go' target='z'/>"

    @Test(arguments: [
        (
            "siblings", "<state id='a-b'>\(go)</state><state id='aB'/><state id='z'/>",
            "“a-b” and “aB” would both be `aB` in Swift"
        ),
        (
            "siblings without letters", "<state id='!'>\(go)</state><state id='?'/><state id='z'/>",
            "“!” and “?” would both be `state` in Swift"
        ),
        (
            "regions", "<parallel id='p'><state id='x-y'>\(go)<state id='z'/></state><state id='xY'/></parallel>",
            "“x-y” and “xY” would both be `xY` in Swift"
        ),
        (
            "cousins are no siblings",
            "<state id='a'><state id='x-y'>\(go)</state></state><state id='b'><state id='xY'/></state><state id='z'/>",
            nil
        ),
        (
            "types of cousins",
            "<state id='a'><state id='x-y'>\(go)<state id='i'/></state></state><state id='b'><state id='xY'><state id='z'/></state></state>",
            "“x-y” and “xY” would both be `XY` in Swift"
        ),
        (
            "the machine and a state", "<state id='machine-state'>\(go)<state id='z'/></state>",
            "“Machine” and “machine-state” would both be `MachineState` in Swift"
        ),
        (
            "all others and an event",
            "<state id='z'>\(go)<transition event='other' target='z'/><transition event='*' target='z'/></state>",
            "the event “other” would be `other` in Swift, which is the name for “*”"
        ),
        (
            "all others and an event of the same name",
            "<state id='z'>\(go)<transition event='Other' target='z'/><transition event='*' target='z'/></state>",
            "the event “Other” would be `other` in Swift, which is the name for “*”"
        ),
        (
            "events", "<state id='z'><transition event='a.b aB' target='z'/></state>",
            "“a.b” and “aB” would both be `aB` in Swift"
        ),
        (
            "guards", "<state id='z'><transition event='e' cond='a.b &amp;&amp; aB' target='z'/></state>",
            "“a.b” and “aB” would both be `aB` in Swift"
        ),
        (
            "guards with a line behind them",
            "<state id='z'><transition event='e' cond='event || event_' target='z'/></state>",
            "“event” and “event_” would both be `event` in Swift"
        ),
        (
            "histories and regions",
            "<parallel id='p'><state id='aHistory'>\(go)<state id='b'/></state><state id='a'><history id='h'><transition target='z'/></history><state id='z'/></state></parallel>",
            "“aHistory” and “h” would both be `aHistory` in Swift"
        ),
        (
            "actions", "<state id='z'>\(go)<onentry><log label='a b'/><log label='aB'/></onentry></state>",
            "“a b” and “aB” would both be `aB` in Swift"
        ),
        ("an action twice", "<state id='z'>\(go)<onentry><log label='a b'/><log label='a b'/></onentry></state>", nil),
        (
            "an event, a state and an action",
            "<state id='go'>\(go)<onentry><log label='go'/></onentry></state><state id='z'/>", nil
        ),
    ])
    func `names that would be one are refused`(kind: String, content: String, expected: String?) throws {
        #expect(try problem(content) == expected, "\(kind)")
    }
}
