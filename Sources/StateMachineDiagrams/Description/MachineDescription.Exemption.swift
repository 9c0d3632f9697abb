package import StateMachineGraphs

extension MachineDescription {
    /// A case that no sample event needs to reach, with the reason.
    ///
    /// ```swift
    /// MachineDescription.Exemption(Upload.finished, because: "the screen is closed in the same event")
    /// ```
    ///
    /// A state that the machine leaves within the event that enters it doesn't need an exemption:
    /// list it in `passingStates`. Nor does a nested machine's final state if the outer machine
    /// handles the nested machine's last event itself, which the analysis detects.
    public struct Exemption: Hashable, Sendable {
        /// The name of the case's type, with its module.
        package var type: String

        /// The name of the case.
        package var caseName: String

        /// The case.
        package var typedCase: TypedCase { TypedCase(type: type, name: caseName) }

        /// The reason why nothing leads to the case, which pages show.
        package var reason: String

        /// Exempts a case of a state or an event.
        ///
        /// - Parameters:
        ///   - value: A value with that case and any payload.
        ///   - reason: The reason why nothing leads to the case.
        public init(_ value: some Any, because reason: String) {
            let name = ValueName(of: value)
            type = name.type
            caseName = name.caseName ?? ""
            self.reason = reason
        }
    }
}
