import GalleryMachines
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct EnemyTests {
    /// The expected successor and output of one pair; `nil` if the event is invalid.
    struct Row: Sendable {
        let state: Enemy
        let event: Enemy.Event
        let becomes: Enemy?
        let output: Enemy.Output?

        init(_ state: Enemy, _ event: Enemy.Event, _ becomes: Enemy? = nil, _ output: Enemy.Output? = nil) {
            self.state = state
            self.event = event
            self.becomes = becomes
            self.output = output
        }
    }

    static let full = Enemy.inPlay(health: 10)
    static let weak = Enemy.inPlay(health: 1)

    static let rows: [Row] = [
        Row(full, .takeDamage(1), .inPlay(health: 9), .flash),
        Row(full, .takeDamage(9), weak, .flash),
        Row(full, .takeDamage(10), .outOfPlay, .remove),
        Row(full, .takeDamage(.max), .outOfPlay, .remove),
        Row(full, .takeDamage(0)),
        Row(full, .takeDamage(-1)),
        Row(full, .takeDamage(.min)),
        Row(full, .specialAttack, .outOfPlay, .remove),
        Row(full, .heal(1), full, .glow),
        Row(full, .heal(0)),
        Row(full, .heal(.min)),

        Row(weak, .takeDamage(1), .outOfPlay, .remove),
        Row(weak, .specialAttack, .outOfPlay, .remove),
        Row(weak, .heal(2), .inPlay(health: 3), .glow),
        Row(weak, .heal(.max), full, .glow),
        Row(weak, .heal(-1)),

        Row(.outOfPlay, .takeDamage(1)),
        Row(.outOfPlay, .specialAttack),
        Row(.outOfPlay, .heal(1)),
    ]

    @Test(arguments: rows)
    func `every pair of state and event behaves as the table says`(row: Row) {
        let machine = StateMachine(row.state)
        machine.start()
        var exited: [Enemy.Activity] = []
        machine.onActivityExit { exited.append($0) }
        machine.onActivityEntry { Issue.record("entered \($0)") }
        switch machine.send(row.event) {
        case .handled(let output): #expect(output == row.output)
        case .rejected(let rejection):
            #expect(row.becomes == nil)
            #expect(rejection.reason == (row.state.isInPlay ? .notPositive : .invalid))
        case .enqueued, .dropped: Issue.record("not offered")
        }
        #expect(machine.state == row.becomes ?? row.state)
        #expect(exited == (row.becomes == .outOfPlay ? [.movement] : []))
        #expect(machine.state.isInPlay == (machine.state.health > 0))
    }

    @Test func `an enemy is removed exactly once, whatever does the damage`() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let machine = StateMachine(Enemy.inPlay(health: Enemy.fullHealth))
            var removals = 0
            machine.onTransition { if $0.output == .remove { removals += 1 } }
            for _ in 0..<200 {
                let event: Enemy.Event =
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0: .specialAttack
                    case 1...3: .heal(Int.random(in: -1...5, using: &random))
                    default: .takeDamage(Int.random(in: -1...5, using: &random))
                    }
                machine.send(event)
                #expect(removals == (machine.state.isInPlay ? 0 : 1), "seed \(seed)")
                #expect((0...Enemy.fullHealth).contains(machine.state.health), "seed \(seed)")
            }
            #expect(removals == 1, "seed \(seed)")
        }
    }

    @Test func `an enemy is not removed again by hooks that send hits while it is removed`() {
        let machine = StateMachine(Enemy.inPlay(health: 3))
        var outputs: [Enemy.Output] = []
        machine.onTransition { [unowned machine] transition in
            outputs.append(transition.output)
            machine.send(.specialAttack)
            machine.send(.takeDamage(2))
        }
        machine.send(.takeDamage(2))
        #expect(outputs == [.flash, .remove])
    }
}
