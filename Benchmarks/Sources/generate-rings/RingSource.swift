/// The Swift source of a machine whose states form a ring.
struct RingSource {
    let count: Int

    /// The ring as a definition of the library.
    var definition: String {
        """
        /// A ring of \(count) states.
        enum Ring\(count): StateDefinition {
        \(cases)

            mutating func handleEvent(_ event: RingEvent) throws(TransitionError) -> RingAction {
                switch self {
        \(switchCases(["case .stay, .follow: break", "case .spawn: return .again", "case .wrong: throw .invalid"]))
                }
                return .one
            }
        }

        """
    }

    /// The same ring without the library.
    var byHand: String {
        """
        /// The same \(count) states by hand.
        enum PlainRing\(count): PlainMachine {
        \(cases)

            mutating func handle(_ event: RingEvent) -> Bool {
                switch self {
        \(switchCases(["case .stay, .spawn, .follow: break", "case .wrong: return false"]))
                }
                return true
            }
        }

        """
    }

    private var cases: String {
        (0..<count).map { "    case s\($0)" }.joined(separator: "\n")
    }

    /// A `switch` over the event for each state; `next` leads to the next state, `others` are the
    /// lines for the other events.
    private func switchCases(_ others: [String]) -> String {
        (0..<count)
            .flatMap { number in
                let lines = ["case .next: self = .s\((number + 1) % count)"] + others
                return ["        case .s\(number):", "            switch event {"]
                    + lines.map { "            \($0)" }
                    + ["            }"]
            }
            .joined(separator: "\n")
    }
}
