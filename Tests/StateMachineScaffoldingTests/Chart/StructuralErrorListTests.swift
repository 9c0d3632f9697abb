import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// All errors of a chart at once, in SCXML and after reading.
@Suite(.timeLimit(.minutes(1)), .computing) struct StructuralErrorListTests {
    private func messages(_ states: String) throws -> [String] {
        let error = try #require(throws: ChartError.self) {
            _ = try MachineWriter(SCXMLReader.read("<scxml>\n\(states)</scxml>"), module: "Machine")
        }
        return error.all.map(\.message)
    }

    @Test func `all elements that SCXML's reader refuses are reported`() throws {
        let messages = try messages(
            """
            <state id='a'><transition event='e' cond='x > 3' target='b'/>
            <onentry><script/></onentry></state>
            <state id='b'><state id='c'><transition event='' target='a'/></state>
            <send/></state>

            """
        )
        #expect(messages.map { $0.prefix { $0 != "," } } == ["line 2", "line 3", "line 4", "line 5"], "\(messages)")
    }

    @Test func `all targets that do not exist and all equal ids are reported`() throws {
        let messages = try messages(
            """
            <state id='a'><transition event='e' target='x'/></state>
            <state id='b'><transition event='e' target='y z'/></state>
            <state id='a'><transition event='e' target='b'/></state>

            """
        )
        let states = ["“x” does not exist", "“y” does not exist", "“z” does not exist", "“a” is already used"]
        #expect(messages.count == 4 && zip(messages, states).allSatisfy { $0.contains($1) }, "\(messages)")
    }

    @Test func `targets that do not exist are reported beside other errors, unless a state is unknown`() throws {
        let target = "<state id='a'><transition event='e' target='x'/></state>\n"
        func problems(_ states: String) throws -> [Bool] {
            try messages(target + states).map { $0.contains("does not exist") }
        }
        #expect(try problems("<state id='b' color='red'/>") == [true, false])
        #expect(try problems("<datamodel/><state id='b'><onentry><script/></onentry></state>") == [true, false, false])
        #expect(try problems("<state Id='x'/>") == [false])
        #expect(try problems("<state id=''/>") == [false])
    }

    @Test func `all states and transitions with a wrong structure are reported`() throws {
        let messages = try messages(
            """
            <parallel id='p'/>
            <state id='a' initial='b'><state id='c'/></state>
            <state id='b'><transition event='e' target='a c'/></state>

            """
        )
        let problems = ["has no regions", "is outside “a”", "cannot both be active"]
        #expect(messages.count == 3 && zip(messages, problems).allSatisfy { $0.contains($1) }, "\(messages)")
    }
}
