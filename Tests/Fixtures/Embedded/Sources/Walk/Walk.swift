import RemoteContentMachine
import StateMachines
import StreamMachine

/// Takes the machines through their states, and prints what happens, as it would on a device.
@main
struct Walk {
    static func main() {
        walk(
            StreamState.idle,
            [
                .stop, .start, .bufferFinished, .bufferFinished, .playerFailed("no signal"), .playerFailed("late"),
                .start,
            ]
                + [.retry, .playerFailed("no route"), .stop]
        )
        walk(
            StreamSession(),
            [.startPictureInPicture, .stream(.start), .stream(.bufferFinished), .rotate(to: .landscape)]
                + [
                    .didEnterBackground, .startPictureInPicture, .stream(.playerFailed("no signal")),
                    .stopPictureInPicture,
                ]
                + [.willEnterForeground, .stream(.stop), .rotate(to: .portrait)]
        )
        walk(
            RemoteContentState.loading,
            [.didTriggerReload, .didReceiveData, .didReceiveError, .didTriggerReload, .didTriggerReload]
                + [.didReceiveEmptyData, .didTriggerReload, .didReceiveError, .didReceiveData, .didTriggerReload]
        )
        walk(
            FlatRemoteContentState.loading,
            [.didReceiveError, .didReceiveData, .didTriggerReload, .didReceiveEmptyData, .didTriggerReload]
                + [.didReceiveData, .didTriggerReload]
        )

        tabulate(StreamState.self)
        tabulate(StreamSession.self)
        tabulate(RemoteContentState.self)
        tabulate(FlatRemoteContentState.self)
    }

    /// Prints where each event leads and what goes on there, or a dash if it is rejected.
    static func walk<Machine: Named>(_ start: Machine, _ events: [Machine.Event]) {
        var machine = start
        for event in events {
            let line = machine.name + " ─ " + Machine.name(of: event) + " → "
            do throws(TransitionError) {
                _ = try machine.handleEvent(event)
                print(line + describe(machine))
            } catch {
                print(line + "–")
            }
        }
        print("")
    }

    /// Prints a row for each state that can be reached: its number, what goes on there, and to which each sample event leads.
    static func tabulate<Machine: Named & FiniteStateDefinition>(_: Machine.Type) {
        var states = Machine.initialStates
        var next = 0
        while next < states.count {
            let state = states[next]
            var row = "\(next) " + describe(state) + ":"
            for event in state.sampleEvents {
                var successor = state
                do throws(TransitionError) {
                    _ = try successor.handleEvent(event)
                    if !states.contains(successor) { states.append(successor) }
                    row += " \(states.firstIndex(of: successor) ?? -1)"
                } catch {
                    row += successor == state ? " –" : " rejected, but changed"
                }
            }
            print(row)
            next += 1
        }
        print("")
    }

    /// The name of a state, and in brackets what goes on in it.
    static func describe<Machine: Named>(_ machine: Machine) -> String {
        machine.activities.reduce(machine.name) { $0 + " [" + Machine.name(of: $1) + "]" }
    }
}
