import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct SCXMLReaderTests {
    @Test func `reads states, transitions, actions and histories`() throws {
        let chart = try SCXMLReader.read(
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" initial="off" name="Lamp">
              <state id="off"><transition event="switch.*" target="mem"
                cond="!In('on') &amp;&amp; hasPower"><log expr="'click'"/></transition></state>
              <state id="on" initial="dim">
                <onentry><log label="glow"/></onentry>
                <history id="mem" type="deep"><transition target="dim"/></history>
                <state id="dim"/><final id="burnt"/>
              </state>
            </scxml>
            """
        )
        #expect(chart.name == "Lamp")
        #expect(chart.root.children.map(\.id) == ["off", "on"])
        #expect(chart.root.children[1].children.map(\.kind) == [.history(isDeep: true), .atomic, .final])
        #expect(chart.root.children[1].entryActions == ["glow"])
        let transition = chart.root.children[0].transitions[0]
        #expect(transition.events == [EventDescriptor("switch", isPrefix: true)])
        #expect(transition.condition == .all([.not(.isIn("on")), .guard("hasPower")]))
        #expect(transition.actions == ["click"])
        #expect(transition.position == Position(line: 2, column: 19))
        _ = try ChartTree(chart)
    }

    @Test(arguments: [
        ("", "line 1, column 1: the file contains no XML element; expected <scxml>"),
        ("<html/>", "line 1, column 1: the document begins with <html>; expected <scxml>"),
        ("<scxml>\n  <state id='a'></scxml>", "line 2, column 17: </scxml> has no opening tag; expected </state>"),
        (
            "<!DOCTYPE scxml [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><scxml/>",
            "column 1: document types are not supported"
        ),
        ("<scxml>\n <datamodel/></scxml>", "line 2, column 2: <datamodel> declares data"),
        ("<scxml><state id='a'><onentry><raise event='e'/></onentry></state></scxml>", "<raise> raises an event"),
        ("<scxml><state id='a'><onentry><send event='e'/></onentry></state></scxml>", "<send> sends an event"),
        ("<scxml><script/></scxml>", "<script> runs code"),
        ("<scxml><state id='a'><invoke/></state></scxml>", "<invoke> runs another machine"),
        ("<scxml><state id='a'/><state id='a'/></scxml>", "the id “a” is already used"),
        ("<scxml><state id='a'><transition event='e' target='b'/></state></scxml>", "the state “b” does not exist"),
        (
            "<scxml><state id='a'><transition event='e' cond='x &gt; 3'/></state></scxml>",
            "the condition “x > 3” is not valid"
        ),
        ("<scxml><state id='a'><transition event=''/></state></scxml>", "the event of a transition is empty"),
        ("<scxml><state id='a'><transition target=' '/></state></scxml>", "the target of a transition is empty"),
        ("<scxml><state id='a'><transition event='e..*'/></state></scxml>", "“e..*” is not a valid event descriptor"),
        (
            "<scxml><state id='a'><initial><transition target='b'><log label='x'/></transition></initial><state id='b'/></state></scxml>",
            "actions in <initial> are not supported; move them to <onentry> of the target"
        ),
        ("<scxml><final id='a'><onexit><log label='x'/></onexit></final></scxml>", "the exit actions of “a” never run"),
        ("<scxml><state id='a'><transition/></state></scxml>", "without an event or a target"),
        (
            "<scxml><state id='a'><transition target='b'/></state><state id='b'><transition target='a'/></state></scxml>",
            "can form an endless loop"
        ),
        (
            "<scxml><state id='a'><history id='h'/></state></scxml>",
            "the content of <history> is not valid; expected exactly one <transition>"
        ),
        (
            "<scxml><state id='a'/><state id='b'><transition event='e' target='a b'/></state></scxml>",
            "cannot both be active"
        ),
        (
            "<scxml><state id=''/></scxml>",
            "line 1, column 8: “” is not a valid id; expected 1 to 200 bytes without spaces"
        ),
        ("<scxml><state id='a b'/></scxml>", "“a b” is not a valid id"),
        (
            "<scxml><state id='a'><history type='Deep'><transition target='b'/></history><state id='b'/></state></scxml>",
            "line 1, column 22: the type of a history is “Deep”; expected “shallow” or “deep”"
        ),
        (
            "<scxml><state id='a'><transition event='e' type='Internal'/></state></scxml>",
            "line 1, column 22: the type of a transition is “Internal”; expected “internal” or “external”"
        ),
        ("<scxml><state id='a'><onentry><log/></onentry></state></scxml>", "line 1, column 31: <log> has no name"),
        ("<scxml><state id='a'><onentry><log expr=\"''\"/></onentry></state></scxml>", "<log> has no name"),
        (
            "<scxml xmlns:m='urn:swift-state-machines'><state id='a'><onentry><m:action/></onentry></state></scxml>",
            "<action> has no name; expected the attribute name=\"…\""
        ),
        ("<scxml><state id='a'><b/></state></scxml>", "<b> is not supported directly inside <state>"),
        ("<scxml><parallel id='a'><b/></parallel></scxml>", "<b> is not supported directly inside <parallel>"),
        ("<scxml><final id='a'><b/></final></scxml>", "inside <final>; expected <onentry> or <onexit>"),
        (
            "<scxml><state id='a'><onexit><state/></onexit></state></scxml>",
            "<state> is not supported directly inside <onexit>; expected <log>, which names an action"
        ),
        (
            "<scxml><state id='a'><initial><state id='c'/></initial><state id='b'/></state></scxml>",
            "the content of <initial> is not valid; expected exactly one <transition>"
        ),
        (
            "<scxml><state id='a'><onentry><if cond='x'/></onentry></state></scxml>",
            "<if> makes actions conditional, which the scaffold does not support; write a transition with a condition for each case"
        ),
    ])
    func `says what is wrong, and where`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try ChartTree(SCXMLReader.read(text)) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `an attribute that SCXML does not have is an error, unless it has a namespace of its own`() throws {
        let error = try #require(throws: ChartError.self) {
            _ = try SCXMLReader.read(
                """
                <scxml inital="b">
                  <state id="a"><transition event="e" condition="x" traget="b"/></state>
                  <state id="b"><onentry id="c"><log label="d" exp="e"/></onentry></state>
                  <transition/>
                </scxml>
                """
            )
        }
        #expect(
            error.report(of: "m.scxml") == """
                m.scxml: line 1, column 1: <scxml> has the attribute “inital”, which is not in SCXML; \
                expected initial, name, version, datamodel, binding
                m.scxml: line 2, column 17: <transition> has the attribute “condition”, which is not in SCXML; \
                expected event, cond, target, type
                m.scxml: line 2, column 17: <transition> has the attribute “traget”, which is not in SCXML; \
                expected event, cond, target, type
                m.scxml: line 3, column 17: <onentry> has the attribute “id”, which is not in SCXML; \
                expected no attributes
                m.scxml: line 3, column 33: <log> has the attribute “exp”, which is not in SCXML; expected label, expr
                m.scxml: line 4, column 3: <transition> is not supported directly inside <scxml>; \
                expected <state>, <parallel>, <final> or <initial>
                """
        )
        let text = "<scxml xmlns:x='y'><state id='a' x:color='red'><transition event='e' target='a'/></state></scxml>"
        #expect(try SCXMLReader.read(text).root.children.map(\.id) == ["a"])
    }

    /// The attributes of each element, from section 3 of the recommendation.
    private static let attributes: [(element: String, names: Set<String>)] = [
        ("scxml", ["initial", "name", "version", "datamodel", "binding"]), ("state", ["id", "initial"]),
        ("parallel", ["id"]), ("transition", ["event", "cond", "target", "type"]), ("initial", []), ("final", ["id"]),
        ("onentry", []), ("onexit", []), ("history", ["id", "type"]), ("log", ["label", "expr"]),
    ]

    @Test(arguments: attributes)
    func `an element has the attributes of the recommendation, and no others`(element: String, names: Set<String>) {
        let all = Self.attributes.reduce(into: ["src", "ID"]) { $0.formUnion($1.names) } as Set<String>
        for name in all {
            let inner = "<\(element) \(name)='a'/>"
            let text = element == "scxml" ? inner : "<scxml>\(inner)</scxml>"
            var message = ""
            do throws(ChartError) { _ = try SCXMLReader.read(text) } catch { message = "\(error)" }
            let refusal = "<\(element)> has the attribute “\(name)”"
            #expect(message.contains(refusal) != names.contains(name), "\(text): \(message)")
        }
    }

    @Test func `what is left out has its default`() throws {
        let chart = try SCXMLReader.read(
            """
            <scxml><state><onentry><log label='one'/></onentry><onentry><log expr="'two'" label='x'/><log expr='"'/></onentry>
              <transition event='e' type='external' target='state1'/></state><parallel><state/></parallel><final/>
              <state><history type='shallow'><transition target='i'/></history><state id='i'/></state></scxml>
            """
        )
        let children = chart.root.children
        // The target is an id that nothing has, and so no id is made like it.
        #expect(children.map(\.id) == ["state2", "parallel3", "final5", "state6"])
        #expect(children[1].children.map(\.id) == ["state4"])
        #expect(children[0].entryActions == ["one", "x two", "\""] && !children[0].transitions[0].isInternal)
        #expect(children[3].children.map(\.kind) == [.history(isDeep: false), .atomic])
        #expect(chart.name == nil && chart.root.id == "" && chart.root.initial == nil)
    }

    @Test(arguments: [
        ("label='buzzer' expr=\"'on'\"", "buzzer on"), ("label='beep' expr=\"'beep'\"", "beep"),
        ("label=' Info: ' expr=' x '", "Info: x"), ("label='' expr='x'", "x"),
    ])
    func `a log is named by its label and its expression`(attributes: String, name: String) throws {
        let chart = try SCXMLReader.read("<scxml><state id='a'><onentry><log \(attributes)/></onentry></state></scxml>")
        #expect(chart.root.children[0].entryActions == [name])
    }

    @Test func `all errors of one transition and of one list of actions are reported`() throws {
        let text = """
            <scxml><state id='a'><onentry>
              <assign location='x' expr='0'/>
              <send event='e' target='#_t'/>
            </onentry>
            <transition event='e' cond='x &lt; 3' target='a'>
              <assign location='x' expr='1'/>
            </transition></state></scxml>
            """
        let error = try #require(throws: ChartError.self) { _ = try SCXMLReader.read(text) }
        #expect(error.all.map(\.position.line) == [2, 3, 5, 6])
    }
}
