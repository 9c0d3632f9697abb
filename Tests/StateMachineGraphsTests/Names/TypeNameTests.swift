import StateMachineGraphs
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct TypeNameTests {
    @Test(
        arguments: [
            ("Doors.Door.Event", "Doors", "Doors.Door.Event"),
            ("Doors.Door<Keys.Key<Swift.Int>>.Event", "Doors", "Doors.Door.Event"),
            ("Doors.(unknown context at $1042a).Door.Event", "Doors", "Doors.Door.Event"),
            ("(extension in Locks):Doors.Door<Swift.Int>.Lock", "Locks", "Doors.Door.Lock"),
        ]
    )
    func `a name is taken apart into its module and what it is called there`(name: String, module: String, key: String)
    {
        #expect(TypeName(name).module == module && TypeName(name).key == key)
    }
}
