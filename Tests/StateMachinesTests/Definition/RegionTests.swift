import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct RegionTests {
    @Test(arguments: [Light.off, .on], [Light.off, .on])
    func `an event offered to regions is handled if any region handles it`(ceiling: Light, desk: Light) {
        var room = Room(ceiling: ceiling, desk: desk)
        if ceiling == .off && desk == .off {
            #expect(throws: TransitionError.invalid) { try room.handleEvent(.allOff) }
        } else {
            #expect(throws: Never.self) { try room.handleEvent(.allOff) }
        }
        #expect(room == Room())
    }

    @Test func `an offer returns the output of the region that handles it`() throws {
        var first = Listing()
        var second = Listing()
        var outputs: [Int?] = []
        try Regions.offer { offer in
            outputs.append(offer(.nonsense, to: &first))
            #expect(!offer.isHandled)
            outputs.append(offer(.list([1, 2]), to: &second))
            #expect(offer.isHandled)
        }
        #expect(outputs == [nil, 2])
        #expect(throws: TransitionError.invalid) { try Regions.offer { _ in } }
    }

    @Test func `regions enter and exit in their declared order`() {
        let machine = StateMachine(Room())
        machine.send(.toggleDesk)
        machine.send(.toggleCeiling)
        #expect(machine.activities == [.power, .ceiling, .desk])
        var exited: [Room.Activity] = []
        machine.onActivityExit { exited.append($0) }
        machine.send(.allOff)
        #expect(exited == [.desk, .ceiling, .power])
    }
}
