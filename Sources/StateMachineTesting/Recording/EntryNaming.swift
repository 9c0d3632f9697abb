package import StateMachineGraphs

/// The text that stands for a value in a line of JSON; without one, it is the name of the value.
package typealias EntryNaming = @Sendable (ValueName) -> String

extension Optional where Wrapped == EntryNaming {
    package func name(of value: some Any) -> String {
        let name = ValueName(of: value)
        return self.map { $0(name) } ?? "\(name)"
    }

    /// The cases of a value, with nothing of its payload if there is a text for it.
    package func path(of value: some Any) -> [String] {
        let name = ValueName(of: value)
        return self == nil ? name.path : name.casePath
    }
}
