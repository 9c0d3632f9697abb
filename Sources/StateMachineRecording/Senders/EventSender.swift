/// The machine that has sent an event, in the event's record.
package struct EventSender: Codable, Hashable, Sendable {
    enum Place: String, Codable {
        /// The event was handled while the sending machine called its own hooks.
        case turn
        /// Work that the app has attributed to the machine has sent the event.
        case work
    }

    /// The machine's number within the app.
    var machine: Int?

    /// The machine's name, in a recording that contains only the receiver.
    var name: String?

    /// The number of the entry that the machine's turn adds.
    var index: Int?

    let within: Place
}

extension EventSender {
    init<Definition>(_ sender: MachineRecording<Definition>.Entry.Sender) {
        switch sender {
        case .turn(let name): self.init(name: name, within: .turn)
        case .work(let name): self.init(name: name, within: .work)
        }
    }

    /// Returns the sender by its name, or by its number if the recording does not name it.
    func named<Definition>() -> MachineRecording<Definition>.Entry.Sender? {
        guard let name = name ?? machine.map({ "machine \($0)" }) else { return nil }
        return within == .turn ? .turn(of: name) : .work(of: name)
    }
}
