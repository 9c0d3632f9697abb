import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// A guard is a variable of the written code, which hides others of the same name there.
@Suite(.timeLimit(.minutes(1)), .computing) struct GuardNameTests {
    /// A machine with a walk over regions, in one of which a state is asked for, and with histories
    /// that are stored and entered.
    private func chart(_ name: String, regionsFirst: Bool) throws -> Chart {
        try SCXMLReader.read(
            """
            <scxml initial='\(regionsFirst ? "p" : "o")'>
              <parallel id='p'><onexit><log label='left'/></onexit>
                <history id='h' type='deep'><transition target='a c'/></history>
                <state id='r'>
                  <state id='a'><transition event='e' cond='\(name)' target='b'><log label='one'/></transition></state>
                  <state id='b'><transition event='e' cond='!\(name)' target='a'/></state>
                </state>
                <state id='s'>
                  <state id='c'><transition event='e' cond="In('a') &amp;&amp; \(name)" target='d'/>
                    <transition event='e' cond='!\(name)' target='o'/><onentry><log label='in'/></onentry></state>
                  <state id='d'><transition event='e' cond='\(name)'><log label='two'/></transition></state>
                </state>
                <transition event='e' target='o'><log label='three'/></transition>
              </parallel>
              <state id='o'><transition event='e' cond='\(name)' target='h'/><transition event='e' target='q'/></state>
              <state id='q'><state id='i'><transition event='e' cond='\(name)' target='k'/></state>
                <state id='k'><transition event='e' target='o'/></state></state>
            </scxml>
            """
        )
    }

    @Test(arguments: [
        "free", "event", "state", "exits", "actions", "entries", "before", "isHandled", "offer", "enter", "take", "min",
        "hasMoved", "hasLeft",
        "hasReachedEnd", "unanswered", "isUnanswered", "hasMovedInP", "hasLeftInP", "unansweredInP", "isUnansweredInP",
        "unansweredCalls",
        "p", "q", "r", "s", "a", "isInA", "isInP", "pHistory", "keepPHistory", "storedP", "self", "default", "init",
        "Self", "moved",
    ])
    func `a guard called as something in the written code does what it says`(name: String) throws {
        // A usual run tries one order with each name.
        for regionsFirst in [true, false].usually({ $0 == (name.utf8.count % 2 == 0) }) {
            let chart = try chart(name, regionsFirst: regionsFirst)
            let writer = try MachineWriter(chart, module: "Written")
            let label = try #require(writer.machine.guards[name])
            let others = [
                "p", "q", "r", "s", "isInA", "pHistory", "keepPHistory", "storedP", "hasMoved", "hasMovedInP", "event",
                "self", "init",
            ]
            #expect(!others.contains(label))
            let written = try WrittenMachine(files: writer.sources().values, name: writer.name)
            for walk in stride(from: regionsFirst ? 1 : 2, to: 64, by: ProcessEnvironment.isThorough ? 4 : 20) {
                var interpreter = ChartInterpreter(chart)
                let machine = try written.restarted()
                for step in 0..<6 {
                    let holds = walk >> step & 1 == 1
                    let output = interpreter.handle("e", guards: [name: holds])
                    #expect(
                        try machine.handle("e", guards: holds ? [label] : []) == output,
                        "walk \(walk), step \(step)"
                    )
                    #expect(machine.leaves(of: chart) == interpreter.leaves, "walk \(walk), step \(step)")
                }
            }
        }
    }

    @Test func `two guards whose names differ in an underscore at the end are refused`() throws {
        let chart = try SCXMLReader.read(
            """
            <scxml><state id='q'><state id='i'><transition event='e' cond='q' target='k'/></state>
              <state id='k'><transition event='f' cond='q_' target='i'/></state></state></scxml>
            """
        )
        let error = #expect(throws: ChartError.self) { _ = try MachineWriter(chart, module: "Written") }
        #expect(error?.problem == "“q” and “q_” would both be `q` in Swift")
        #expect(error?.position == Position(line: 2, column: 17))
    }
}
