import Board
import RemoteContentMachine
import StateMachines
import StreamMachine

/// Machines made of machines, and what goes on in them, on a board without a heap: regions, one of which has a payload, and a
/// nested machine.
@main
struct Firmware {
    static func main() {
        var session = StreamSession()
        var content = RemoteContentState.loading
        while true {
            do throws(TransitionError) {
                switch nextEvent() {
                case 0: try session.handleEvent(.stream(.start))
                case 1: try session.handleEvent(.stream(.bufferFinished))
                case 2: try session.handleEvent(.stream(.playerFailed("no signal")))
                case 3: try session.handleEvent(.stream(.stop))
                case 4: try session.handleEvent(.rotate(to: .landscape))
                case 5: try session.handleEvent(.didEnterBackground)
                case 6: try session.handleEvent(.stopPictureInPicture)
                case 7: try content.handleEvent(.didReceiveData)
                case 8: try content.handleEvent(.didReceiveEmptyData)
                case 9: try content.handleEvent(.didTriggerReload)
                default: try content.handleEvent(.didReceiveError)
                }
                show(Int32(session.stream.phase))
                light(session.layout == .portrait ? 1 : 0)
                session.forEachActivity { activity in
                    switch activity {
                    case .stream(.player): light(2)
                    case .stream(.connection): light(3)
                    case .pictureInPicture(.overlay): light(4)
                    }
                }
                content.forEachActivity { activity in
                    switch activity {
                    case .fetch: light(5)
                    case .content: light(6)
                    case .dataPresence(.refresh): light(7)
                    }
                }
            } catch {
                reject()
            }
        }
    }
}
