/// The machine that has sent an event, in the record of the event.
struct EventSender: Encodable, Hashable, Sendable {
    enum Place: String, Encodable {
        /// The event was handled while the sending machine called its own hooks.
        case turn
        /// The event was sent by work that the app has attributed to the machine.
        case work
    }

    /// The number of the machine within the app.
    let machine: Int

    /// The number of the entry that the turn of the machine adds.
    var index: Int?

    let within: Place
}
