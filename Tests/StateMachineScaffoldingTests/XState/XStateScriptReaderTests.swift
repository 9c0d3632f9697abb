import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

@Suite(.timeLimit(.minutes(1)), .computing) struct XStateScriptReaderTests {
    /// Reads a machine with the states `a` and `b`.
    private static func states(_ a: String, before: String = "", _ rest: String = "") throws(ChartError) -> Chart {
        try XStateScriptReader.read(
            "\(before)\nexport const m = createMachine({ id: 'm', initial: 'a', states: { a: {\(a)}, b: {} }\(rest) });"
        )
    }

    private static func transitions(_ a: String, before: String = "") throws(ChartError) -> [Chart.Transition] {
        try states(a, before: before).root.children[0].transitions
    }

    @Test(arguments: [
        "'b'", "\"b\"", "`b`", "'\\x62'", "'\\u{62}'", "'' + 'b'", "'b' as const", "<any>'b'", "('b')", "'b'!",
        "'b' satisfies string as any", "{ target: 'b', }", "[{ target: ['b'] }]", "{ 'target': 'b' }",
        "{ ['target']: 'b' }", "{ target /* to */ : /* b */ 'b' // end\n }", "Target.b", "Target['b']", "names[\"b\"]",
        "target", "{ target }", "{ ...toB }", "[...list]", "Frozen.b",
    ])
    func `a target is a literal or a constant of the file`(target: String) throws {
        let transitions = try Self.transitions(
            "on: { go: \(target) }",
            before: """
                enum Target { a = 'a', b = 'b' }
                const names: Record<string, string> = { b: Target.b } as const;
                const target = names.b, other = 1;
                const toB = { target: target };
                const list = [toB];
                const Frozen = Object.freeze({ b: 'b' });
                """
        )
        #expect(transitions.map(\.targets) == [["b"]])
    }

    @Test func `a name from another file is the key of a state`() throws {
        let chart = try XStateScriptReader.read(
            """
            import { States, Events, GO } from './names';
            createMachine({ initial: States.Idle, states: {
              [States.Idle]: { on: { [Events.Start]: { target: States.Busy }, [GO]: States.Busy } },
              [States.Busy]: { after: { 1_000: States.Idle, 0x10: States.Idle } } } });
            """
        )
        #expect(chart.root.children.map(\.id) == ["Idle", "Busy"])
        #expect(chart.root.children[0].transitions.map { $0.events[0].name } == ["Start", "GO"])
        #expect(chart.root.children[1].activities == ["wait 16ms in Busy", "wait 1s in Busy"])
    }

    @Test func `an inline function has its own name or one after its place`() throws {
        let chart = try Self.states(
            """
            entry: ['start', () => {}, function ring(this: void): void {}, async ({ context }) => { await context.x() }],
            exit: ({ context }: { context: C }): void => context.bell.stop(),
            on: { go: [
              { target: 'b', guard: ({ context }) => context.list.length > 0 && context.a < context.b },
              { target: 'b', guard: (_, { limit }) => limit > 3, actions: [assign({ n: 1, m: ({ event }) => event.m }), beep, sounds.horn] },
              { guard: { type: 'isAbove', params: { limit: 3 } }, actions: { type: 'note', params: ({ event }) => event } },
              { actions: [log('x'), sendTo('printer', { type: 'PRINT' }), sendTo(({ system }) => system.get('p'), 'x')] } ] }
            """
        )
        let state = chart.root.children[0]
        #expect(state.entryActions == ["start", "entry of a", "ring", "entry of a 2"])
        #expect(state.exitActions == ["exit of a"])
        #expect(
            state.transitions.map(\.condition) == [
                .guard("guard of go in a"), .guard("guard of go in a 2"), .guard("isAbove(limit: 3)"), nil,
            ]
        )
        #expect(
            state.transitions.map(\.actions) == [
                [], ["assign n and m", "beep", "horn"], ["note"], ["log x", "sendTo printer PRINT", "sendTo x"],
            ]
        )
    }

    @Test func `equal functions have one name, and different ones have different names`() throws {
        let actions = try Self.transitions(
            """
            on: { x: { actions: assign({ n: 1 }) }, y: { actions: assign({ n: 1 }) }, z: { actions: assign({ n: 2 }) } }
            """
        ).map(\.actions)
        #expect(actions == [["assign n"], ["assign n"], ["assign n 2"]])
    }

    @Test func `functions that combine guards become a condition`() throws {
        let condition = try Self.transitions(
            """
            on: { go: { target: 'b', guard: or([and(['p', not('q')]), stateIn({ a: 'x' }), stateIn('#m.b'), 'busy']) } },
            initial: 'x', states: { x: {} }
            """,
            before: ""
        )[0].condition
        #expect(
            condition
                == .any([.all([.guard("p"), .not(.guard("q"))]), .isIn("x"), .isIn("b"), .guard("busy")])
        )
        let defined = try XStateScriptReader.read(
            """
            setup({ guards: { isReady: and(['p', 'q']), isPlain: () => true } }).createMachine({ initial: 'a', states: {
              a: { on: { x: { target: 'b', guard: 'isReady' }, y: { target: 'b', guard: not('isPlain') } } }, b: {} } })
            """
        )
        #expect(
            defined.root.children[0].transitions.map(\.condition) == [
                .all([.guard("p"), .guard("q")]), .not(.guard("isPlain")),
            ]
        )
    }

    @Test func `actors have the names of their sources, their ids or their states`() throws {
        let chart = try Self.states(
            """
            invoke: [
              { src: 'load', onDone: 'b' }, { src: fetchUser }, { src: () => poll(1), id: 'poll' }, { src: fromPromise(() => x()) },
              { src: ({ input }) => y(input) }, { src: actors.timer },
            ]
            """
        )
        #expect(
            chart.root.children[0].activities == [
                "load", "fetchUser", "poll", "actor of a", "actor of a 2", "timer",
            ]
        )
    }

    @Test func `text that looks like code is skipped`() throws {
        let chart = try XStateScriptReader.read(
            """
            #!/usr/bin/env node
            // createMachine({ id: 'comment' })
            /* setup({}).createMachine({ id: "comment" }) */
            const text = "createMachine({", template = `createMachine({ ${`}${1}`} "`, pattern = /[/"'`{(]\\/createMachine\\(/g;
            type T = ReturnType<typeof createMachine<A, B>>; function createMachine<T>(x: T) { return x }
            export const C = () => <p title='x'>Don't {call("a")} it`s https://a.b/c <br/></p>;
            const m = createMachine<Context, Map<string, Array<Event>>>({
              initial: 'a', context: { x: a < b, y: c > d, z: 1 / 2, r: /}/ , ...rest, get s() { return '}' }, *g() {} },
              states: { a: { on: { go: 'b' } }, b: {} },
            }, { actions: {} });
            export const D = () => <p>Don't</p>;
            """
        )
        #expect(chart.root.children.map(\.id) == ["a", "b"])
    }

    @Test func `the words of XState 4 have their meaning there`() throws {
        let transitions = try XStateScriptReader.read(
            """
            const m = Machine({ id: 'm', initial: 'a', strict: true, on: { reset: 'b', stay: { actions: 'note' } }, states: {
              a: { onEntry: 'in', onExit: 'out', on: {
                again: 'a', inside: { target: 'a', internal: true }, child: '.c', leave: { target: '.c', internal: false },
                forbidden: undefined, '': { target: 'b', cond: 'g' } }, initial: 'c', states: { c: {} } },
              b: { invoke: (context) => poll(context), on: { x: 'a' } } } });
            """
        ).root.children[0].transitions
        #expect(
            transitions.map { $0.events.first?.name } == [
                "again", "inside", "child", "leave", "forbidden", nil, "reset", "stay",
            ]
        )
        #expect(transitions.map(\.isInternal) == [false, true, true, false, false, false, false, false])
        #expect(transitions.map(\.targets) == [["a"], ["c"], ["c"], ["c"], [], ["b"], ["b"], []])
        #expect(transitions[5].condition == .guard("g"))
        #expect(try Self.transitions("on: { again: 'a' }").map(\.targets) == [[]])
    }

    // MARK: Several machines

    private static let several = """
        import { createMachine } from 'xstate';
        export const lamp = createMachine({ id: 'light', initial: 'on', states: { on: { on: { x: 'off' } }, off: {} } });
        function makeFan() { return createMachine({ initial: 'slow', states: { slow: { on: { x: 'fast' } }, fast: {} } }); }
        const parts = { door: createMachine({ initial: 'shut', states: { shut: { on: { x: 'ajar' } }, ajar: {
          invoke: { src: createMachine({ id: 'inner', initial: 'p', states: { p: { on: { x: 'q' } }, q: {} } }) } } } }) };
        """

    @Test(arguments: [
        ("lamp", "on"), ("light", "on"), ("makeFan", "slow"), ("door", "shut"), ("inner", "p"), ("2", "slow"),
        ("4", "p"),
    ])
    func `one of several machines is chosen by its name, its id or its number`(name: String, first: String) throws {
        let chart = try DiagramLanguage.read(Self.several, named: "machines.ts", part: name)
        #expect(chart.root.children.first?.id == first)
    }

    @Test(arguments: [
        (
            nil,
            "line 2, column 21: the file contains 3 machines; expected # and a name or a number after the path: 1 is “lamp” in line 2, 2 is “makeFan” in line 3, 3 is “door” in line 4, 4 is “src” in line 5"
        ),
        ("fan", "line 2, column 21: the file contains no machine “fan”; expected # and a name"),
        ("5", "the file contains no machine 5; expected a number from 1 to 4"),
    ])
    func `an unknown name lists the machines`(name: String?, message: String) throws {
        let error = try #require(throws: ChartError.self) {
            _ = try DiagramLanguage.read(Self.several, named: "machines.ts", part: name)
        }
        #expect("\(error)".contains(message), "\(error)")
    }
}
