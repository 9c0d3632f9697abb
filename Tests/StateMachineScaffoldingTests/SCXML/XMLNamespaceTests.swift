import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// "Namespaces in XML 1.0", and which elements and attributes of a chart are SCXML's.
@Suite(.timeLimit(.minutes(1)), .computing) struct XMLNamespaceTests {
    private static let scxml = "http://www.w3.org/2005/07/scxml"

    @Test(arguments: [
        "<scxml xmlns='\(scxml)'><state id='a'/></scxml>", "<scxml><state id='a'/></scxml>",
        "<x:scxml xmlns:x='\(scxml)'><x:state id='a'/></x:scxml>",
        // 6.1: a declaration is for the element that has it and those inside, until another one.
        "<x:scxml xmlns:x='\(scxml)'><state xmlns='\(scxml)' id='a'/></x:scxml>",
        "<scxml><y:state xmlns:y='\(scxml)' id='a'/></scxml>",
        "<scxml xmlns='\(scxml)'><state xmlns='' id='a'/></scxml>",
        // Elements of others are skipped with all that is inside them.
        "<scxml xmlns='\(scxml)' xmlns:y='urn:y'><state id='a'/><y:state id='b'><state id='c'/></y:state></scxml>",
        "<scxml xmlns='\(scxml)'><state xmlns='urn:y' id='b'/><state id='a'/></scxml>",
        "<scxml xmlns='\(scxml)'><y:b xmlns:y='urn:y'/><state id='a'/></scxml>",
        "<x:scxml xmlns:x='\(scxml)' xmlns='urn:y'><state id='b'/><x:state id='a'/></x:scxml>",
        "<scxml xmlns:y='urn:y'><state id='a'><onentry><y:b/></onentry></state></scxml>",
        "<scxml xmlns:x='urn:y'><state id='a' x:id='b'/></scxml>", "<scxml><state id='a' xml:id='b'/></scxml>",
    ])
    func `an element is SCXML's by its namespace`(text: String) throws {
        #expect(try SCXMLReader.read(text).root.children.map(\.id) == ["a"])
    }

    @Test(arguments: [
        ("<html/>", "the document begins with <html>"), ("<state id='a'/>", "the document begins with <state>"),
        ("<SCXML/>", "the document begins with <SCXML>"),
        ("<scxml xmlns='urn:y'/>", "<scxml> has the namespace “urn:y”"),
        ("<scxml xmlns='\(scxml)/'/>", "<scxml> has the namespace “\(scxml)/”"),
        ("<y:scxml xmlns:y='urn:y'/>", "<scxml> has the namespace “urn:y”"),
        ("<y:scxml xmlns='\(scxml)' xmlns:y='urn:y'/>", "<scxml> has the namespace “urn:y”"),
        // Prefix declared, and not only in another element.
        ("<y:scxml/>", "the prefix of “y:scxml” is not declared"),
        ("<scxml><y:a/></scxml>", "the prefix of “y:a” is not declared"),
        ("<scxml><b xmlns:y='\(scxml)'/><y:state/></scxml>", "the prefix of “y:state” is not declared"),
        ("<scxml><state y:id='a'/></scxml>", "the prefix of “y:id” is not declared"),
        ("<scxml xmlns:y=''><y:state/></scxml>", "the prefix of “y:state” is not declared"),
        ("<scxml xmlns:y='\(scxml)'><y:a:b/></scxml>", "the prefix of “y:a:b” is not declared"),
        ("<scxml xmlns:y='\(scxml)'><y:/></scxml>", "the prefix of “y:” is not declared"),
        // What SCXML does not have is no element of somebody else.
        ("<scxml><b/></scxml>", "<b> is not supported directly inside <scxml>"),
    ])
    func `another root, and a prefix that nothing declares, are refused`(text: String, message: String) {
        let error = #expect(throws: ChartError.self) { _ = try SCXMLReader.read(text) }
        #expect(error?.problem == message)
    }

    @Test(arguments: ["machine", "m"])
    func `names, outputs and actions of this package have its namespace, by any prefix`(prefix: String) throws {
        let chart = try SCXMLReader.read(
            """
            <scxml xmlns:\(prefix)='urn:swift-state-machines' \(prefix):name='Lamp' name='other'>
              <state id='a' \(prefix):name='The lamp'><onentry><\(prefix):action name='glow'/></onentry>
                <transition event='e' \(prefix):name='e(1)' \(prefix):output='[x, y(1, 2)]'><log expr='"z"'/></transition></state>
              <state id='b' \(prefix):name='b'/>
            </scxml>
            """
        )
        #expect(chart.name == "Lamp")
        let state = chart.root.children[0]
        #expect(state.label == "The lamp" && state.entryActions == ["glow"] && chart.root.children[1].label == nil)
        #expect(state.transitions[0].label == "e(1)" && state.transitions[0].actions == ["z", "x", "y(1, 2)"])
    }

    @Test func `attributes with the same prefix for another namespace say nothing`() throws {
        let chart = try SCXMLReader.read(
            """
            <scxml xmlns:machine='urn:y' machine:name='Lamp' name='other'>
              <state id='a' machine:name='x'><transition event='e' machine:output='x' machine:name='x'/></state></scxml>
            """
        )
        let state = chart.root.children[0]
        #expect(chart.name == "other" && state.label == nil)
        #expect(state.transitions[0].label == nil && state.transitions[0].actions.isEmpty)
    }
}
