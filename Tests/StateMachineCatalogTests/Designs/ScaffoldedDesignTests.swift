import StateMachineDiagrams
import StateMachineGraphs
import StateMachineScaffolding
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

/// Machines that the scaffolding writes, compared with their own diagrams.
@Suite(.timeLimit(.minutes(1)), .computing) struct ScaffoldedDesignTests {
    private static let course = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="work">
          <state id="work">
            <history id="h"><transition target="step1"/></history>
            <state id="step1"><transition event="next" target="step2"/></state>
            <state id="step2"/>
            <transition event="pause" target="paused"/>
          </state>
          <state id="paused"><transition event="resume" target="h"/></state>
        </scxml>
        """

    private static let pair = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="off">
          <state id="off">
            <transition event="start" target="on"/>
            <transition event="resume" target="last"/>
          </state>
          <parallel id="on">
            <history id="last" type="deep"><transition target="left"/></history>
            <state id="left"><state id="l1"><transition event="flip" target="l2"/></state><state id="l2"/></state>
            <state id="right"><state id="r1"><transition event="flip" target="r2"/></state><state id="r2"/></state>
            <transition event="stop" target="off"/>
          </parallel>
        </scxml>
        """

    /// Compares a machine with a design and returns the report.
    private func report<Definition: FiniteStateDefinition>(
        _: Definition.Type,
        _ design: String,
        named name: String
    ) throws -> String {
        let machine = MachineDescription(of: try StateGraph(exploring: Definition.self))
        let graphs = try MatchedGraphs(
            design: try DiagramLanguage.read(design, named: name),
            code: NamedGraph.Source(of: machine)
        )
        return DesignReport(graphs, machine: machine.name, path: name).text
    }

    /// The source that the scaffolding writes for a design.
    private func source(_ design: String, named name: String) throws -> String {
        let writer = try MachineWriter(try DiagramLanguage.read(design, named: name), module: "Sample")
        return writer.sources().sorted { $0.key < $1.key }.map(\.value).joined()
    }

    @Test func `a stored history does not differ from its diagram`() throws {
        let course = try report(Course.self, Self.course, named: "course.scxml")
        #expect(course == "Course matches course.scxml: 3 states, 5 transitions.")
        let pair = try report(Pair.self, Self.pair, named: "pair.scxml")
        #expect(pair == "Pair matches pair.scxml: 3 states, 6 transitions.")
    }

    @Test func `a type that a history stores is a nested state, so it counts as data`() throws {
        #expect(try source(Self.course, named: "course.scxml").contains("enum Work: StateDefinition, NestedState, "))
        #expect(try source(Self.pair, named: "pair.scxml").contains("struct On: StateDefinition, NestedState, "))
    }

    @Test func `a machine with a stored history has no findings and no empty condition`() throws {
        #expect(try StateGraph(exploring: Course.self).findings().filter(\.isDefect).isEmpty)
        #expect(try StateGraph(exploring: Pair.self).findings().filter(\.isDefect).isEmpty)
        let machine = MachineDescription(of: try StateGraph(exploring: Pair.self))
        #expect(!machine.text(in: .scxml).contains(#"cond="""#))
    }

    @Test func `an event with words in parentheses has the scaffolding's name if the code uses it`() throws {
        let design = """
            stateDiagram-v2
                %% labels: event [guard] / action
                [*] --> Idle
                Idle --> Asking : create (needs answer)
                Idle --> Ready : create (success)
            """
        #expect(
            try report(Reply.self, design, named: "reply.mmd") == "Reply matches reply.mmd: 3 states, 2 transitions."
        )
        #expect(try source(design, named: "reply.mmd").contains("case createNeedsAnswer\n"))
    }

    @Test func `a name that begins with a digit has the scaffolding's name`() throws {
        let design = """
            stateDiagram-v2
                [*] --> Boot
                Boot --> 2nd_boot : 500ms elapsed
            """
        #expect(
            try report(Startup.self, design, named: "startup.mmd")
                == "Startup matches startup.mmd: 2 states, 1 transition."
        )
        let source = try source(design, named: "startup.mmd")
        #expect(source.contains("case event500msElapsed\n") && source.contains("case state2ndBoot\n"), "\(source)")
    }

    @Test func `regions inside a region do not differ from their diagram, nor does a region without inner states`()
        throws
    {
        let design = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="console">
              <parallel id="console">
                <parallel id="audio">
                  <state id="sound"><state id="on">
                    <transition event="mute" target="muted"/></state><state id="muted"/></state>
                  <state id="zoom"><state id="far">
                    <transition event="turn" target="near"/></state><state id="near"/></state>
                </parallel>
                <state id="lamp"/>
                <state id="power"><state id="up">
                    <transition event="drop" target="down"/></state><state id="down"/></state>
              </parallel>
            </scxml>
            """
        #expect(
            try report(Console.self, design, named: "console.scxml")
                == "Console matches console.scxml: 8 states, 12 transitions."
        )
        let source = try source(design, named: "console.scxml")
        #expect(source.contains("var audio: Audio ") && !source.contains("lamp"), "\(source)")
    }
}
