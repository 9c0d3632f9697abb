import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// What is written in Swift does what the recommendation's algorithm does, as far as
/// `WrittenMachine` reads Swift.
///
/// `.ci/check-scaffold` compares the two again, with a compiler.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct WrittenMachineTests {
    /// Sends events to a written machine and to the interpreter of its chart.
    static func expectSameBehavior(_ chart: Chart, _ walks: [[(name: String, guards: [String])]], _ title: String)
        throws
    {
        let writer = try MachineWriter(chart, module: "Written")
        let labels = RandomChart.guards.map { ($0, $0 == "hasMoved" ? "hasMoved_" : $0) }
        let written = try WrittenMachine(files: writer.sources().values, name: writer.name)
        for walk in walks {
            var interpreter = ChartInterpreter(chart)
            let machine = try written.restarted()
            #expect(machine.leaves(of: chart) == interpreter.leaves, "\(title): the beginning")
            if machine.declarations[writer.name]?.staticFunctions["initialActions"] != nil {
                let actions = try machine.property("initialActions", isStatic: true).names
                #expect(actions == interpreter.initialOutput.map(swiftName), "\(title): the beginning")
            } else {
                #expect(interpreter.initialOutput == [], "\(title): the beginning")
            }
            var sent = ""
            for (event, guards) in walk {
                sent += " \(event)\(guards)"
                let valuation = Dictionary(uniqueKeysWithValues: guards.map { ($0, true) })
                let output = interpreter.handle(event, guards: valuation)
                let isKnown = machine.declarations["Event"]?.cases[event] != nil
                let given = labels.filter { guards.contains($0.0) }.map(\.1)
                let actions = try machine.handle(isKnown ? event : "other", guards: Set(given))
                try #require(actions == output?.map(swiftName), "\(title):\(sent)")
                try #require(machine.leaves(of: chart) == interpreter.leaves, "\(title):\(sent)")
            }
            if machine.declarations[writer.name]?.functions["isFinal"] != nil {
                guard case .bool(let isFinal) = try machine.property("isFinal") else { continue }
                #expect(isFinal == !interpreter.isRunning, "\(title):\(sent)")
            }
        }
    }

    private static func swiftName(_ action: String) -> String { SwiftName.lower(action, kind: "action") }

    @Test(arguments: 0..<4) func `a random chart is written as a machine that does the same`(part: Int) throws {
        let count = ProcessEnvironment.isThorough ? ProcessEnvironment.runs(5) : 2
        for seed in UInt64(part * count)..<UInt64(part * count + count) {
            let chart = RandomChart.chart(seed: seed).chart
            var generator = SeededGenerator(seed: seed &+ 77)
            try Self.expectSameBehavior(
                chart,
                (0..<5).map { _ in RandomChartTests.walk(with: &generator) },
                "seed \(seed)"
            )
        }
    }

    /// Charts whose inner states mostly have their own rules.
    @Test func `a random chart of nested states is written as a machine that does the same`() throws {
        var owners = 0
        var followed = 0
        for seed in 0..<UInt64(ProcessEnvironment.runs(40)) {
            let chart = RandomChart.chart(seed: seed, isNested: true).chart
            let machine = try SwiftMachine(ChartTree(chart), module: "Written")
            owners += machine.ownRules.count
            followed += machine.followed.count
            var generator = SeededGenerator(seed: seed &+ 77)
            try Self.expectSameBehavior(
                chart,
                (0..<5).map { _ in RandomChartTests.walk(with: &generator) },
                "seed \(seed)"
            )
        }
        #expect(owners > 10 && followed > 0, "\(owners) states have their own rules, \(followed) are followed")
    }

    @Test(arguments: RecommendationTests.examples.usually(oneOf: 2))
    func `an example of the recommendation is written as a machine that does the same`(
        example: RecommendationTests.Example
    ) throws {
        let initial = example.initial.map { " initial='\($0)'" } ?? ""
        var chart = try SCXMLReader.read("<scxml\(initial)>\(example.states)</scxml>")
        func telling(_ state: Chart.State) -> Chart.State {
            var state = state
            state.children = state.children.map(telling)
            if case .history = state.kind { return state }
            state.entryActions.append("enter \(state.id)")
            if state.kind != .final { state.exitActions.append("exit \(state.id)") }
            return state
        }
        chart.root.children = chart.root.children.map(telling)
        let events = example.events.split(separator: " ").map { (name: String($0), guards: [String]()) }
        do throws(ChartError) {
            _ = try MachineWriter(chart, module: "Written")
        } catch {
            return #expect(Self.refusals.contains { "\(error)".contains($0) }, "\(error)")
        }
        try Self.expectSameBehavior(chart, [events], example.rule)
        try Self.expectSameBehavior(
            try SCXMLReader.read("<scxml\(initial)>\(example.states)</scxml>"),
            [events],
            example.rule
        )
    }

    /// Regions that are at their ends when they are entered, and states that are asked for in
    /// regions of regions.
    @Test(arguments: [
        """
        <parallel id='p'><state id='r'><state id='a'><transition event='a' target='f'/></state><final id='f'/></state>
        <state id='s'><final id='g'/></state><transition event='done.state.p' target='z'/></parallel>
        <state id='z'><transition event='b' target='p'/><transition event='c' target='f'/></state>
        """,
        """
        <parallel id='p'><state id='s'><final id='g'/></state>
        <state id='r'><state id='a'><transition event='a' target='f'/></state><final id='f'/></state>
        <transition event='done.state.p' target='z'/></parallel><state id='z'><transition event='b' target='p'/></state>
        """,
        """
        <parallel id='p'><transition event='a'><log label='p'/></transition>
        <state id='r'><parallel id='q'><transition event='a'><log label='q'/></transition>
          <state id='s'><state id='i'><transition event='a' target='k'/></state><state id='k'><transition event='b' target='i'/></state></state>
          <state id='t'><state id='l'/><state id='m'><transition event='a' target='l'/></state>
            <transition event='b' target='m'/></state></parallel></state>
        <state id='u'><state id='v'><transition event='a' cond="In('k') &amp;&amp; In('t')" target='w'/></state>
          <state id='w'><transition event='a'><log label='w'/></transition><transition event='c' target='v'/></state></state>
        </parallel>
        """,
        // A state also handles the event that moves its regions, which are otherwise independent.
        """
        <parallel id='p'><transition event='a'><log label='p'/></transition>
          <state id='r'><state id='i'><transition event='a' target='k'/></state>
            <state id='k'><transition event='b' target='i'/></state></state>
          <state id='s'><state id='l'><transition event='a' target='m'/></state>
            <state id='m'><transition event='c' target='l'/></state></state>
        </parallel>
        """,
        // Names of variables that begin with a keyword: `returnHistory`.
        """
        <parallel id='p'>
        <state id='return'><history id='h' type='deep'><transition target='i'/></history>
          <state id='i'><transition event='a' target='k'/></state><state id='k'><transition event='a' target='o'/></state></state>
        <state id='s'><state id='l'><transition event='a' target='m'/></state><state id='m'><transition event='a' target='l'/></state></state>
        </parallel>
        <state id='o'><transition event='b' target='h'/></state>
        """,
        // A state around handles what its inner states reject, and a transition leaves from inside.
        """
        <state id='p'><onexit><log label='exit p'/></onexit>
          <state id='i'><transition event='a' cond='g' target='k'/><transition event='a' cond='h' target='o'/>
            <transition event='b' target='o'/><transition event='d'><log label='i'/></transition></state>
          <state id='k'><transition event='b' cond='g' target='o'/><transition event='b' target='i'/>
            <transition event='c' target='i'><log label='k'/></transition></state>
          <transition event='a' target='o'><log label='p'/></transition>
          <transition event='c' target='p'/><transition event='d' cond='h' target='k' type='internal'/></state>
        <state id='o'><transition event='a' target='k'/><transition event='c' target='p'/></state>
        """,
        // Completions inside completions, with exit actions of the ends.
        """
        <state id='p'><onexit><log label='exit p'/></onexit>
          <state id='q'><state id='i'><transition event='a' target='f'/><transition event='b' target='k'/></state>
            <state id='k'><transition event='a' target='g'/><transition event='d' target='o'/></state>
            <final id='f'><onexit><log label='exit f'/></onexit></final><final id='g'/>
            <transition event='done.state.q' target='e'><log label='finish q'/></transition></state>
          <final id='e'><onentry><log label='enter e'/></onentry><onexit><log label='exit e'/></onexit></final>
          <transition event='done.state.p' target='o'><log label='finish p'/></transition>
          <transition event='c' target='p'/></state>
        <state id='o'><transition event='a' target='p'/></state>
        """,
        // Regions inside a state with its own rules, and a history of it.
        """
        <state id='o'><transition event='a' target='n'/><transition event='b' target='h'/></state>
        <state id='n'><history id='h' type='deep'><transition target='y'/></history>
          <parallel id='p'><transition event='c' target='z'/>
            <state id='r'><state id='i'><transition event='a' target='k'/></state>
              <state id='k'><transition event='b' target='i'/><transition event='a' target='i'/></state></state>
            <state id='s'><state id='l'><transition event='a' target='m'/></state>
              <state id='m'><transition event='b' target='l'><log label='m'/></transition></state></state></parallel>
          <state id='y'><transition event='a' target='p'/></state><state id='z'><transition event='a' target='y'/></state>
          <transition event='d' target='o'/></state>
        """,
        // A region begins with the history of a state that has regions.
        """
        <parallel id='p'>
          <state id='r' initial='h'>
            <parallel id='q'><history id='h'><transition target='x'/></history>
              <state id='x'/><transition event='a' target='o'/></parallel>
            <state id='o'><transition event='b' target='h'/></state></state>
          <state id='s'><state id='l'><transition event='a' target='m'/></state><state id='m'><transition event='b' target='l'/></state></state>
        </parallel>
        """,
        // A transition leaves regions of regions, and a later region acts as it was before.
        """
        <parallel id='p'>
          <parallel id='q'>
            <state id='r'><transition event='c' target='k'/><state id='a'/></state>
            <state id='s'><state id='i'><transition event='c'><log label='i'/></transition></state>
              <state id='k'><transition event='a' target='i'/></state></state>
          </parallel>
          <state id='t'><state id='x'/></state>
        </parallel>
        """,
        // Regions of regions ask for a state that an earlier region has left.
        """
        <parallel id='p'>
          <parallel id='q'>
            <state id='r'><state id='i'><transition event='a' target='k'/></state>
              <state id='k'><transition event='b' target='i'/></state></state>
            <state id='s'><state id='l'><transition event='a' cond="In('i')" target='m'/></state>
              <state id='m'><transition event='c' target='l'/></state></state>
          </parallel>
          <state id='t'><state id='x'><transition event='d' target='y'/></state><state id='y'/></state>
        </parallel>
        """,
        """
        <parallel id='p'>
          <parallel id='q'>
            <state id='r'><state id='i'><transition cond='g' target='k'/></state>
              <state id='k'><transition event='b' target='i'/></state></state>
            <state id='s'><state id='l'><transition cond="g &amp;&amp; In('i')" target='m'/></state>
              <state id='m'><transition event='c' target='l'/></state></state>
          </parallel>
          <state id='t'><state id='x'><transition event='d' target='y'/></state>
            <state id='y'><transition event='a' target='x'/></state></state>
        </parallel>
        """,
        // Guards of transitions without an event, which the event before them contains.
        """
        <state id='i'><transition cond='g' target='k'><log label='g'/></transition>
          <transition cond='h' target='o'/><transition event='a'><log label='a'/></transition></state>
        <state id='k'><transition cond='h' target='o'/><transition event='b' cond='g' target='i'/>
          <transition event='c' target='i'/></state>
        <state id='o'><transition event='d' target='i'/><transition event='a'/></state>
        """,
        // Guards of completions, and in regions that the event does not move.
        """
        <parallel id='p'><transition event='done.state.p' cond='h' target='z'/>
          <state id='r'><state id='a'><transition event='a' target='f'/></state><final id='f'/>
            <transition event='b' target='r'/></state>
          <state id='s'><state id='l'><transition cond='g' target='m'/><transition event='c' target='e'/></state>
            <state id='m'><transition event='d' target='l'/><transition event='c' cond='h' target='e'/></state><final id='e'/></state>
        </parallel>
        <state id='z'><transition event='b' target='p'/></state>
        """,
    ])
    func `a chart by hand is written as a machine that does the same`(states: String) throws {
        var generator = SeededGenerator(seed: 5)
        let walks = (0..<20).map { _ in RandomChartTests.walk(with: &generator) }
        try Self.expectSameBehavior(try SCXMLReader.read("<scxml>\(states)</scxml>"), walks, "by hand")
    }

    /// Why some examples are not written.
    private static let refusals = ["no transition has an event", "leads to the history of that state"]
}
