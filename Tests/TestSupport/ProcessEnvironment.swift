import Foundation

/// Variables of the environment that configure tests.
package enum ProcessEnvironment {
    /// The integer in a variable; `nil` if there is none.
    package static func integer(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}
