package import StateMachineGraphs
import StateMachines

/// A function that returns the text for a value in a line of JSON.
///
/// Without such a function, the line contains the value's name.
package typealias EntryNaming = @Sendable (ValueName) -> String

extension Optional where Wrapped == EntryNaming {
    package func name(of value: some Any) -> String {
        let name = ValueName(of: value)
        return self.map { $0(name) } ?? "\(name)"
    }

    /// Returns a rejection's reason by its name, or `nil` for `TransitionError`, which has none.
    package func name(ofReason reason: some Error) -> String? { reason is TransitionError ? nil : name(of: reason) }

    /// Returns the case path of a value; with a naming function, the path contains nothing from a
    /// payload.
    package func path(of value: some Any) -> [String] {
        let name = ValueName(of: value)
        return self == nil ? name.path : name.casePath
    }
}
