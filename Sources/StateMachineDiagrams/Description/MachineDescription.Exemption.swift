import StateMachineGraphs

extension MachineDescription {
    /// A case that no sample has to produce, and why.
    ///
    /// ```swift
    /// MachineDescription.Exemption(Upload.finished, because: "the screen is closed in the same event")
    /// ```
    ///
    /// A state of a machine inside another one needs none if its last event is a part of the outer
    /// event: the machine outside is seen to handle that event for it.
    public struct Exemption: Hashable, Sendable {
        /// The name of its type, with its module.
        package var type: String

        /// The case.
        package var caseName: String

        /// Why nothing has to lead there; pages say so.
        package var reason: String

        /// Exempts a case of a state or an event.
        ///
        /// - Parameters:
        ///   - value: A value of that case; its payload does not matter.
        ///   - reason: Why nothing has to lead there.
        public init(_ value: some Any, because reason: String) {
            let name = ValueName(of: value)
            type = name.type
            caseName = name.caseName ?? ""
            self.reason = reason
        }
    }

    /// Whether a case that no state has is to be expected, by the name of its type without the
    /// module.
    func isExpectedNowhere(type: String, caseName: String) -> Bool {
        let cases = passing.map { ($0.type, $0.caseName) } + exemptions.map { ($0.type, $0.caseName) }
        return cases.contains { $0.1 == caseName && $0.0.split(separator: ".").last == type.split(separator: ".").last }
    }
}
