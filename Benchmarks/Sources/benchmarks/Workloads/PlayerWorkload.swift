import CBaselines
import StateMachines

extension Workload {
    /// A CD player whose actions are counted, with events at random.
    static func player(_ amount: Amount) -> Workload {
        var generator = SeededGenerator(state: 2)
        let all = Player.Event.allCases
        let events = (0..<amount.events).map { _ in all[Int.random(in: 0..<all.count, using: &generator)] }
        let codes = events.map(\.rawValue)
        let passes = amount.passes
        return Workload(
            name: "CD player, actions counted",
            events: amount.total,
            contenders: [
                Contender(name: "C switch", role: .other) { .now { player_run(codes, codes.count, passes) } },
                Contender(name: "Swift switch", role: .baseline) { .now { handle(events, passes) } },
                Contender(name: "handleEvent", role: .ours) { .now { handleEvents(events, passes) } },
                Contender(name: "StateMachine", role: .ours) {
                    let machine = StateMachine(Player.empty)
                    machine.start()
                    return .now { send(events, passes, to: machine) }
                },
                Contender(name: "StateMachine, onTransition", role: .ours) {
                    let machine = StateMachine(Player.empty)
                    let counter = Counter()
                    machine.onTransition { transition in
                        if transition.output.rawValue > 0 { counter.count += 1 }
                    }
                    machine.start()
                    return .now {
                        _ = send(events, passes, to: machine)
                        return UInt64(counter.count)
                    }
                },
            ]
        )
    }

    @inline(never)
    private static func handle(_ events: [Player.Event], _ passes: Int) -> UInt64 {
        var player = PlainPlayer.empty
        var actions: UInt64 = 0
        for _ in 0..<passes {
            for event in events { if let action = player.handle(event), action.rawValue > 0 { actions &+= 1 } }
        }
        return actions
    }

    @inline(never)
    private static func handleEvents(_ events: [Player.Event], _ passes: Int) -> UInt64 {
        var player = Player.empty
        var actions: UInt64 = 0
        for _ in 0..<passes {
            for event in events {
                do throws(TransitionError) {
                    if try player.handleEvent(event).rawValue > 0 { actions &+= 1 }
                } catch {}
            }
        }
        return actions
    }

    @inline(never)
    private static func send(_ events: [Player.Event], _ passes: Int, to machine: StateMachine<Player>) -> UInt64 {
        var actions: UInt64 = 0
        for _ in 0..<passes {
            for event in events {
                if case .handled(let action) = machine.send(event), action.rawValue > 0 { actions &+= 1 }
            }
        }
        return actions
    }
}
