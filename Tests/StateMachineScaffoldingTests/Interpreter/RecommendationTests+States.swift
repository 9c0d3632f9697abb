/// Sections 3.1 to 3.11: states, their beginnings, ends and histories.
extension RecommendationTests {
    static let stateExamples = [
        Example(
            "3.1.2: an event is looked for in the parents, innermost first, and discarded if none has it",
            """
            <state id='a'><transition event='e' target='z'/><transition event='f' target='z'/>
              <state id='b'><transition event='e'><log label='b'/></transition><state id='c'/></state>
            </state><state id='z'/>
            """,
            events: "e g f",
            ["c +a +b +c", "c b", "-", "z -c -b -a +z"]
        ),
        Example(
            "3.2.2: the first state begins, and histories are none",
            """
            <state id='a'><history id='h'><transition target='c'/></history><final id='b'/><state id='c'/></state><state id='d'/>
            """,
            ["b +a +b"]
        ),
        Example(
            "3.2.2: a final state of the chart ends it",
            """
            <state id='a'><transition event='e' target='c'/></state>
            <state id='b'><transition cond="In('c')" target='z'/><transition event='done.state.b' target='a'/><final id='c'/></state>
            <final id='z'/>
            """,
            events: "e e",
            ["a +a", "z -a +b +c -c -b +z", "end"]
        ),
        Example(
            "3.3.2: what a state begins with may be deep inside it, and in several regions",
            """
            <state id='a'><initial><transition target='c f'/></initial>
              <parallel id='p'><state id='r'><state id='b'/><state id='c'/></state><state id='s'><state id='d'/></state>
                <state id='t'><state id='e'/><state id='f'/></state></parallel>
            </state>
            """,
            ["c,d,f +a +p +r +c +s +d +t +f"]
        ),
        Example(
            "3.4: with a state inside a region all other regions are entered",
            """
            <state id='o'><transition event='e' target='b'/></state>
            <parallel id='p'><state id='r'><state id='a'/><state id='b'/></state><state id='s'><state id='c'/></state></parallel>
            """,
            events: "e",
            ["o +o", "b,c -o +p +r +b +s +c"]
        ),
        Example(
            "3.5: the first transition in document order whose condition holds",
            """
            <state id='a'><transition event='e' cond="In('b')" target='b'/><transition event='e' target='c'/>
              <transition event='e' target='d'/></state><state id='b'/><state id='c'/><state id='d'/>
            """,
            events: "e",
            ["a +a", "c -a +c"]
        ),
        Example(
            "3.7.2: the ends of regions, then that of the parallel state, in the order of the entries",
            """
            <parallel id='p'>
              <transition event='done.state.p'><log label='p'/></transition><transition event='done.state.s'><log label='s'/></transition>
              <transition event='done.state.r'><log label='r'/></transition>
              <state id='r'><state id='a'><transition event='e' target='b'/></state><final id='b'/></state>
              <state id='s'><state id='c'><transition event='e' target='d'/></state><final id='d'/></state>
            </parallel>
            """,
            events: "e",
            ["a,c +p +r +a +s +c", "b,d -c -a +b +d r s p"]
        ),
        Example(
            "3.7.2: an inner parallel state counts once it is complete, but its end is not that of a region",
            """
            <parallel id='p'><transition event='done.state.q'><log label='q'/></transition>
              <transition event='done.state.p'><log label='p'/></transition>
              <parallel id='q'>
                <state id='r'><state id='a'><transition event='e' target='b'/></state><final id='b'/></state>
                <state id='s'><state id='c'><transition event='g' target='d'/></state><final id='d'/></state>
              </parallel>
              <state id='t'><state id='u'><transition event='f' target='v'/></state><final id='v'/>
                <transition event='i' type='internal' target='u'/></state>
            </parallel>
            """,
            events: "e f g i f",
            [
                "a,c,u +p +q +r +a +s +c +t +u", "b,c,u -a +b", "b,c,v -u +v", "b,d,v -c +d q", "b,d,u -v +u",
                "b,d,v -u +v p",
            ]
        ),
        Example(
            "3.7.2: a region that has left its end does not count any more",
            """
            <parallel id='p'><transition event='done.state.p'><log label='p'/></transition>
              <state id='r'><state id='a'><transition event='e' target='b'/></state><final id='b'/>
                <transition event='g' type='internal' target='a'/></state>
              <state id='s'><state id='c'><transition event='f' target='d'/></state><final id='d'/></state>
            </parallel>
            """,
            events: "e g f e",
            ["a,c +p +r +a +s +c", "b,c -a +b", "a,c -b +a", "a,d -c +d", "b,d -a +b p"]
        ),
        Example(
            "3.8.2 and 3.9.2: the handlers of a state in document order",
            """
            <state id='a'><onexit><log label='3'/></onexit><onentry><log label='1'/></onentry>
              <transition event='e' target='a'/><onentry><log label='2'/></onentry><onexit><log label='4'/></onexit></state>
            """,
            events: "e",
            ["a 1 2 +a", "a 3 4 -a 1 2 +a"]
        ),
        Example(
            "3.7.2: the end of a state is that of its parent only",
            """
            <state id='a'><transition event='done.state.a'><log label='a'/></transition>
              <state id='b'><transition event='done.state.b'><log label='b'/></transition>
                <state id='c'><transition event='e' target='d'/></state><final id='d'/></state>
            </state>
            """,
            events: "e",
            ["c +a +b +c", "d -c +d b"]
        ),
        Example(
            "3.10.2: a history is stored before the exits, and the last time counts",
            """
            <state id='a'><history id='h'><transition target='b'/></history>
              <state id='b'><transition event='n' target='c'/></state><state id='c'><transition event='n' target='b'/></state>
              <transition event='o' target='z'/></state>
            <state id='z'><transition event='o' target='h'/></state>
            """,
            initial: "z",
            events: "o n o o",
            ["z +z", "b -z +a +b", "c -b +c", "z -c -a +z", "c -z +a +c"]
        ),
        Example(
            "3.10.2: a deep history of a parallel state stores all regions, a shallow one lets them begin anew",
            """
            <parallel id='p'><transition event='o' target='z'/>
              <history id='h' type='deep'><transition target='r s'/></history><history id='i'><transition target='r'/></history>
              <state id='r'><state id='a'><transition event='n' target='b'/></state><state id='b'/></state>
              <state id='s'><state id='c'/><state id='d'/><transition event='n' target='d'/></state>
            </parallel>
            <state id='z'><transition event='d' target='h'/><transition event='s' target='i'/></state>
            """,
            initial: "z",
            events: "d n o d o s",
            [
                "z +z", "a,c -z +p +r +a +s +c", "b,c -a +b", "z -c -s -b -r -p +z", "b,c -z +p +r +b +s +c",
                "z -c -s -b -r -p +z", "a,c -z +p +r +a +s +c",
            ]
        ),
        Example(
            "3.10.2: a deep history stores what is inside the state around it, and nothing beside it",
            """
            <parallel id='p'>
              <state id='r'><history id='h' type='deep'><transition target='a'/></history>
                <state id='a'><transition event='n' target='b'/></state><state id='b'/></state>
              <state id='s'><state id='c'><transition event='n' target='d'/></state><state id='d'/></state>
              <transition event='e' target='z'/>
            </parallel>
            <state id='z'><transition event='e' target='h'/></state>
            """,
            events: "n e e",
            ["a,c +p +r +a +s +c", "b,d -c -a +b +d", "z -d -s -b -r -p +z", "b,c -z +p +r +b +s +c"]
        ),
        Example(
            "3.10.2: a history that was never stored leads where its transition does, maybe to another history",
            """
            <state id='z'><transition event='e' target='h'/></state>
            <state id='a'><history id='h' type='deep'><transition target='i'/></history><state id='b'/>
              <state id='c'><history id='i'><transition target='f'/></history><state id='d'/>
                <state id='k'><state id='f'><transition event='n' target='g'/></state>
                  <state id='g'><transition event='e' target='h'/></state></state></state></state>
            """,
            events: "e n e",
            ["z +z", "f -z +a +c +k +f", "g -f +g", "f -g +f"]
        ),
        Example(
            "3.10.2: a history does as if its targets were those of the transition: what stays active is not entered",
            """
            <state id='a'><history id='h' type='deep'><transition target='d'/></history>
              <parallel id='p'>
                <state id='r'><state id='c'><transition event='e' target='h'/></state><state id='d'/></state>
                <state id='s'><state id='x'><transition event='n' target='y'/></state><state id='y'/></state>
              </parallel>
              <state id='b'><state id='f'><transition event='e' target='h'/></state><state id='g'/></state>
              <transition event='o' target='z'/>
            </state>
            <state id='z'><transition event='g' target='g'/><transition event='f' target='f'/></state>
            """,
            events: "n e o g o f e",
            [
                "c,x +a +p +r +c +s +x", "c,y -x +y", "d,y -c +d", "z -y -s -d -r -p -a +z", "g -z +a +b +g",
                "z -g -b -a +z", "f -z +a +b +f", "g -f +g",
            ]
        ),
        Example(
            "3.10.2: a state may begin with its history",
            """
            <state id='a' initial='h'><history id='h' type='deep'><transition target='d'/></history><state id='b'/>
              <state id='c'><state id='f'/><state id='d'><transition event='n' target='g'/></state><state id='g'/></state>
              <transition event='e' target='a'/></state>
            """,
            events: "n e",
            ["d +a +c +d", "g -d +g", "g -g -c -a +a +c +g"]
        ),
        Example(
            "3.11: several targets leave the regions around the source, and the others begin anew",
            """
            <parallel id='p'>
              <state id='r'><state id='a'><transition event='e' target='b d'/></state><state id='b'/></state>
              <state id='s'><state id='c'/><state id='d'/></state>
              <state id='t'><state id='x'><transition event='n' target='y'/></state><state id='y'/></state>
            </parallel>
            """,
            events: "n e",
            ["a,c,x +p +r +a +s +c +t +x", "a,c,y -x +y", "b,d,x -y -t -c -s -a -r -p +p +r +b +s +d +t +x"]
        ),
    ]
}
