import Foundation

/// What the environment asks of the tests.
package enum ProcessEnvironment {
    /// The whole number that a variable holds, if it does.
    package static func integer(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}
