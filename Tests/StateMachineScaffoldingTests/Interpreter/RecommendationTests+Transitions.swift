/// Section 3.13: which transitions are taken, and what that does. Section 5.9: their conditions.
extension RecommendationTests {
    static let transitionExamples = [
        Example(
            "3.13: a transition that is not taken keeps no other one from being taken",
            """
            <parallel id='p'>
              <state id='r'><transition event='e'><log label='r'/></transition></state>
              <state id='s'><state id='a'><transition event='e' target='b'/></state><state id='b'/></state>
              <state id='t'><transition event='e' target='z'/></state>
              <state id='u'><state id='c'><transition event='e' target='d'/></state><state id='d'/></state>
            </parallel><state id='z'/>
            """,
            events: "e",
            ["r,a,t,c +p +r +s +a +t +u +c", "r,b,t,d -c -a r +b +d"]
        ),
        Example(
            "3.13: a transition in a descendant wins over that of a state around it, which was found before",
            """
            <parallel id='p'><transition event='e' target='z'/>
              <state id='r'/><state id='s'><state id='a'><transition event='e' target='b'/></state><state id='b'/></state><state id='t'/>
            </parallel><state id='z'/>
            """,
            events: "e e",
            ["r,a,t +p +r +s +a +t", "r,b,t -a +b", "z -t -b -s -r -p +z"]
        ),
        Example(
            "3.13: a transition of a state around regions is taken once, where the first region found it",
            """
            <parallel id='p'><transition event='e'><log label='p'/></transition>
              <state id='r'/><state id='s'><transition event='e'><log label='s'/></transition></state><state id='t'/>
            </parallel>
            """,
            events: "e",
            ["r,s,t +p +r +s +t", "r,s,t p s"]
        ),
        Example(
            "3.13: regions whose transitions do not meet take them together: exits, actions, entries",
            """
            <parallel id='p'>
              <state id='r'><state id='a'><transition event='e' target='b'><log label='1'/></transition></state><state id='b'/></state>
              <state id='s'><transition event='e' type='internal' target='d'><log label='2'/></transition>
                <state id='c'/><state id='d'/></state>
            </parallel>
            """,
            events: "e",
            ["a,c +p +r +a +s +c", "b,d -c -a 1 2 +b +d"]
        ),
        Example(
            "3.13: an internal transition to no descendant, or of a parallel state, is external",
            """
            <state id='a'><transition event='s' type='internal' target='a'/><transition event='i' type='internal' target='c'/>
              <transition event='o' type='internal' target='p'/><state id='b'/><state id='c'/></state>
            <parallel id='p'><transition event='i' type='internal' target='e'/>
              <state id='r'><state id='d'/><state id='e'/></state></parallel>
            """,
            events: "s i o i",
            ["b +a +b", "b -b -a +a +b", "c -b +c", "d -c -a +p +r +d", "e -d -r -p +p +r +e"]
        ),
        Example(
            "3.13: the least common compound ancestor is no parallel state, and not the source",
            """
            <state id='a'><parallel id='p'>
              <state id='r'><transition event='e' target='c'/><state id='b'/><state id='c'/></state><state id='s'><state id='d'/></state>
            </parallel></state>
            """,
            events: "e",
            ["b,d +a +p +r +b +s +d", "c,d -d -s -b -r -p +p +r +c +s +d"]
        ),
        Example(
            "3.13: what a history stores are the targets that say what stays active",
            """
            <state id='a'><history id='h' type='deep'><transition target='d'/></history>
              <state id='b'><state id='c'><transition event='e' target='h'/></state>
                <state id='d'/></state>
              <state id='f'><state id='g'><transition event='e' target='h'/></state></state>
              <transition event='o' target='z'/></state>
            <state id='z'><transition event='c' target='c'/><transition event='g' target='g'/></state>
            """,
            initial: "z",
            events: "c e o g o c e",
            [
                "z +z", "c -z +a +b +c", "d -c +d", "z -d -b -a +z", "g -z +a +f +g", "z -g -f -a +z", "c -z +a +b +c",
                "g -c -b +f +g",
            ]
        ),
        Example(
            "3.13: a transition without a target exits nothing and conflicts with none",
            """
            <parallel id='p'>
              <state id='r'><transition event='e'><log label='r'/></transition></state>
              <state id='s'><transition event='e' target='z'/></state>
            </parallel><state id='z'/>
            """,
            events: "e",
            ["r,s +p +r +s", "z -s -r -p r +z"]
        ),
        Example(
            "3.13: transitions without an event come before the events of ends, and those before the next event",
            """
            <state id='a'><transition event='e' target='d'/></state>
            <state id='b'><transition event='done.state.b' target='x'/><transition cond="In('d')" target='y'/><final id='d'/></state>
            <state id='y'><transition event='done.state.b' target='z'/></state><state id='x'/><state id='z'/>
            """,
            events: "e",
            ["a +a", "z -a +b +d -d -b +y -y +z"]
        ),
        Example(
            "3.13: at the start, too, transitions without an event are taken and the events of ends are handled",
            """
            <state id='a'><transition target='b'/></state>
            <state id='b'><final id='c'/><transition event='done.state.b' target='d'/></state><state id='d'/>
            """,
            ["d +a -a +b +c -c -b +d"]
        ),
        Example(
            "3.13: an end that no transition is for is discarded, and the next one is handled",
            """
            <parallel id='p'><transition event='done.state.s' target='z'/>
              <state id='r'><state id='a'><transition event='e' target='b'/></state><final id='b'/></state>
              <state id='s'><state id='c'><transition event='e' target='d'/></state><final id='d'/></state>
            </parallel><state id='z'/>
            """,
            events: "e",
            ["a,c +p +r +a +s +c", "z -c -a +b +d -d -s -b -r -p +z"]
        ),
        Example(
            "5.9.1: In() asks for the states before the transitions, compound and parallel ones too",
            """
            <parallel id='p'>
              <state id='r'><state id='a'><transition event='e' target='b'/></state><state id='b'/></state>
              <state id='s'><state id='c'><transition event='e' cond="In('c') &amp;&amp; In('b')" target='d'/>
                <transition event='e' cond="In('r') &amp;&amp; In(p) &amp;&amp; !In('d') &amp;&amp; (In('d') || In('a'))">
                  <log label='s'/></transition></state><state id='d'/></state>
            </parallel>
            """,
            events: "e e e",
            ["a,c +p +r +a +s +c", "b,c -a s +b", "b,d -c +d", "-"]
        ),
    ]
}
