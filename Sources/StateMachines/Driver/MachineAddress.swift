#if !hasFeature(Embedded)
/// Where a machine lives: reachable from everywhere, but only by going there.
final class MachineAddress<Definition: StateDefinition>: Sendable {
    private let home: any Actor

    /// Only ever used inside `home`.
    ///
    /// The compiler cannot follow a reference that leaves an actor and comes back to it. The machine recorded the actor when
    /// it was made, and from then on the compiler keeps it there; `deliver` runs on that same actor.
    private nonisolated(unsafe) weak let machine: StateMachine<Definition>?

    init(of machine: StateMachine<Definition>, on home: any Actor) {
        self.machine = machine
        self.home = home
    }

    /// Brings the letters of a mailbox to the machine.
    func deliver(from mailbox: Mailbox<Definition>) async {
        await deliver(from: mailbox, on: home)
    }

    private func deliver(from mailbox: Mailbox<Definition>, on home: isolated any Actor) {
        while let letters = mailbox.takeForCourier() {
            for letter in letters {
                letter.answer(machine?.receive(letter) ?? .dropped(.stopped))
            }
        }
    }
}
#endif
