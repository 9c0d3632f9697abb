import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Histories around states that have an end, which a transition handles.
@Suite(.timeLimit(.minutes(1)), .longComputing, .serialized) struct StoredEndTests {
    /// A state with a history, which contains a state with an end.
    private static func chart(_ transitions: String, history: String = "", initial: String = "b", around: String = "")
        -> String
    {
        """
        <scxml initial='p'><state id='p' initial='menu'><history id='h'\(history)><transition target='menu'/></history>
          <state id='menu'><transition event='a' target='w'/></state>
          <state id='w' initial='\(initial)'><state id='b'><transition event='b' target='f'/></state><final id='f'/>\(transitions)</state>
          <state id='c'><transition event='b' target='menu'/></state>
          <transition event='c' target='z'/>\(around)</state>
        <state id='z'><transition event='a' target='h'/><transition event='b' target='p'/></state></scxml>
        """
    }

    private static let deep = " type='deep'"
    private static let moving = "<transition event='done.state.w' target='c'/>"
    private static let leaving = "<transition event='done.state.w' target='z'/>"

    @Test(arguments: [
        // A shallow history restores the beginning of the state that has an end.
        chart(moving), chart(leaving), chart("<transition event='done.state.w' cond='g' target='c'/>"),
        // Another state may begin with its end, if nothing waits for it.
        chart(moving, around: "<state id='v'><final id='g'/></state><transition event='d' target='v'/>"),
        // A deep one never stores the end, because the machine always moves on inside.
        chart(moving, history: deep),
        chart(
            "<transition event='done.state.w' cond='g' target='c'/><transition event='done.state.w' cond='!g' target='menu'/>",
            history: deep
        ),
    ])
    func `a history that cannot store an end is written`(text: String) throws {
        let chart = try SCXMLReader.read(text)
        let events = ["a", "b", "c"]
        var walks: [[(name: String, guards: [String])]] = [[]]
        for _ in 0..<(ProcessEnvironment.isThorough ? 5 : 4) {
            walks = walks.flatMap { walk in events.map { walk + [($0, walk.count % 2 == 0 ? ["g"] : [])] } }
        }
        try WrittenMachineTests.expectSameBehavior(chart, walks, text)
    }

    @Test(arguments: [
        // Sometimes nothing handles the end, or the transition leaves the state with the history.
        (chart("<transition event='done.state.w' cond='g' target='c'/>", history: deep), "w"),
        (chart(leaving, history: deep), "w"),
        // Another transition comes first.
        (chart(moving, history: deep, around: "<transition cond='g' target='z'/>"), "w"),
        // The history is inside the state that ends.
        (
            chart("", around: "<final id='e'/><transition event='done.state.p' target='z'/>")
                .replacing("<transition event='b' target='menu'/>", with: "<transition event='b' target='e'/>"), "p"
        ),
        // The state begins with its end.
        (chart(moving, initial: "f"), "w"),
        // The state is at its end while another region is not.
        (
            """
            <scxml initial='p'><parallel id='p'><history id='h' type='deep'><transition target='b x'/></history>
              <state id='w'><state id='b'><transition event='b' target='f'/></state><final id='f'/><state id='c'/>
                <transition event='done.state.w' target='c'/></state>
              <state id='v'><state id='x'><transition event='b' target='y'/></state><state id='y'/></state>
              <transition event='c' target='z'/></parallel>
            <state id='z'><transition event='a' target='h'/></state></scxml>
            """, "w"
        ),
    ])
    func `a history that may store an end is refused`(text: String, state: String) throws {
        let chart = try SCXMLReader.read(text)
        let error = try #require(throws: ChartError.self) { _ = try MachineWriter(chart, module: "Written") }
        #expect(
            error.problem == "the history “h” may restore the final state of “\(state)”, and the "
                + "machine would take the transition for the completion of “\(state)” (done.state.\(state)) again"
        )
        #expect(error.fix == "let the event that completes “\(state)” lead to the target of this transition")
    }
}
