import Foundation

/// What the environment asks of the tests.
public enum ProcessEnvironment {
    /// The whole number that a variable holds, if it does.
    public static func integer(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}
