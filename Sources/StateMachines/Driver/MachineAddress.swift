#if !hasFeature(Embedded)
/// Where a machine lives: reachable from everywhere, but only by going there.
final class MachineAddress<Definition: StateDefinition>: Sendable {
    /// Weak, since the actor usually owns the machine.
    private weak let home: (any Actor)?

    /// Only ever used inside `home`.
    ///
    /// The compiler cannot follow a reference that leaves an actor and comes back to it. The address was made by a call that
    /// was isolated to this actor and had the machine at hand; from then on the compiler keeps the machine there, and
    /// `deliver` runs there too.
    private nonisolated(unsafe) weak let machine: StateMachine<Definition>?

    init(of machine: StateMachine<Definition>, on home: any Actor) {
        self.machine = machine
        self.home = home
    }

    /// Brings the letters of a mailbox to the machine.
    func deliver(from mailbox: Mailbox<Definition>) async {
        guard let home else { return mailbox.close() }
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
