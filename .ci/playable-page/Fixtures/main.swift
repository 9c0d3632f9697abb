import StateMachineCatalog
import StateMachineTesting
import StateMachines
import StreamMachine

// Machines with what the machines of this package lack, for the tests of playable pages; a
// recording of a live machine; and live ones.

if let option = CommandLine.arguments.firstIndex(of: "--flood") {
    await Live.flood(CommandLine.arguments.dropFirst(option + 1).first.flatMap { Int($0) } ?? 1)
} else if let option = CommandLine.arguments.firstIndex(of: "--live") {
    await Live.run(CommandLine.arguments.dropFirst(option + 1).first.flatMap { Int($0) } ?? 1)
} else if CommandLine.arguments.contains("--walks") {
    try Walks.printAll()
} else if CommandLine.arguments.contains("--shop") {
    await Shop.run()
} else if CommandLine.arguments.contains("--recording") {
    let clock = ManualClock()
    let machine = StateMachine(StreamSession())
    let recorder = MachineRecorder(of: machine, clock: clock)
    // The message is none of the samples'; the small window cannot be shown then.
    let events: [StreamSession.Event] = [
        .stream(.start), .stream(.bufferFinished), .rotate(to: .landscape), .startPictureInPicture,
        .stream(.playerFailed("the cable was cut")), .startPictureInPicture, .stream(.retry),
    ]
    for event in events {
        clock.advance(by: .seconds(2))
        machine.send(event)
    }
    machine.stop()
    machine.send(.stream(.stop))
    print(recorder.recording.jsonLines, terminator: "")
} else {
    MachineCatalog(
        .machine(Hostile.self, name: "<script>{{name}}"),
        .machine(Refuted.self, properties: Refuted.properties),
        .machine(Crowded.self),
        .machine(Large.self),
        .machine(Checkout.self),
        .machine(Warehouse.self)
    ).main()
}
