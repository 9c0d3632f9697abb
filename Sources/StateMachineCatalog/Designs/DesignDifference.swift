/// A difference between a design and the code of a machine.
struct DesignDifference: Hashable {
    enum Kind: String {
        /// The design has the element, but the code does not.
        case missing
        /// The code has the element, but the design does not.
        case added
        /// Both handle an event in a state, but the event leads to different states in the design
        /// and in the code.
        case elsewhere
    }

    enum Subject: Hashable {
        case state(String)
        /// The machine begins in the state.
        case beginning(String)
        /// The machine ends in the state.
        case end(String)
        /// From the state, the event leads to different states in the design and in the code.
        ///
        /// All of these strings are keys of a graph. If the design or the code rejects the event,
        /// its list of targets is empty.
        case event(String, in: String, design: [String], code: [String])
    }

    var kind: Kind
    var subject: Subject

    /// The shortest run that shows the difference, in the design or in the code.
    ///
    /// If an event leads elsewhere, it is the run in the code if the code has a further target.
    var run: Run
}
