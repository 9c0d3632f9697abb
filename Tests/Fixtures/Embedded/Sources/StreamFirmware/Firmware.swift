import Board

// A camera stream on a board without a heap: a machine with a payload and with activities.

#if BY_HAND
import ByHand

typealias Machine = Stream
#else
import StateMachines
import StreamMachine

typealias Machine = StreamState

extension Machine {
    mutating func handle(_ event: Event) -> Bool {
        do throws(TransitionError) {
            try handleEvent(event)
            return true
        } catch {
            return false
        }
    }
}
#endif

@main
struct Firmware {
    static func main() {
        var machine = Machine.idle
        while true {
            let event: Machine.Event =
                switch nextEvent() {
                case 0: .start
                case 1: .bufferFinished
                case 2: .playerFailed("no signal")
                case 3: .stop
                default: .retry
                }
            if machine.handle(event) {
                show(Int32(machine.phase))
                for activity in machine.activities {
                    switch activity {
                    case .player: light(0)
                    case .connection: light(1)
                    }
                }
            } else {
                reject()
            }
        }
    }
}
