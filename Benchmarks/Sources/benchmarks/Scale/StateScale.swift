import StateMachines

/// The cost of an event in a machine of `states` states, in nanoseconds.
struct StateScale: Encodable {
    let states: Int
    let handleEvent: Double
    let send: Double

    static func measured() -> [StateScale] {
        [
            StateScale(2, Ring2.s0), StateScale(5, Ring5.s0), StateScale(10, Ring10.s0), StateScale(25, Ring25.s0),
            StateScale(50, Ring50.s0),
        ]
    }

    private init<Ring: StateDefinition>(_ states: Int, _ ring: Ring) where Ring.Event == RingEvent {
        self.states = states
        let length = 1 << 20
        let passes = 4
        var generator = SeededGenerator(state: 1)
        let handled: [RingEvent] = [.next, .stay, .spawn, .follow]
        let events = (0..<length).map { _ in handled[Int.random(in: 0..<4, using: &generator)] }
        handleEvent = nanosecondsPerEvent(length * passes) {
            handleAll(events, passes: passes, by: ring)
        }
        let machine = StateMachine(ring)
        machine.start()
        send = nanosecondsPerEvent(length * passes) { sendAll(events, passes: passes, to: machine) }
    }
}
