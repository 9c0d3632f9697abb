import Board

// Content that is loaded, on a board without a heap: a machine without payloads and activities.

#if BY_HAND
import ByHand

typealias Machine = Content
#else
import RemoteContentMachine
import StateMachines

typealias Machine = FlatRemoteContentState

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
        var machine = Machine.loading
        while true {
            let event: Machine.Event =
                switch nextEvent() {
                case 0: .didReceiveError
                case 1: .didTriggerReload
                case 2: .didReceiveEmptyData
                default: .didReceiveData
                }
            if machine.handle(event) {
                switch machine {
                case .loading: show(0)
                case .data: show(1)
                case .error: show(2)
                case .empty: show(3)
                }
            } else {
                reject()
            }
        }
    }
}
