import Foundation

/// Variables of the environment that configure tests.
package enum ProcessEnvironment {
    /// The integer in a variable; `nil` if there is none.
    package static func integer(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// How many times as many random runs there are as usual: the variable `RANDOM_RUNS_FACTOR`, or
    /// 1.
    package static var runsFactor: Int { max(integer("RANDOM_RUNS_FACTOR") ?? 1, 1) }

    /// How many random runs a test makes: a usual run of the tests makes half of them.
    ///
    /// - Parameter count: How many it makes with a `RANDOM_RUNS_FACTOR`, times this factor.
    package static func runs(_ count: Int) -> Int { isThorough ? count * runsFactor : (count + 1) / 2 }

    /// Whether the tests take their time: with a `RANDOM_RUNS_FACTOR` of more than 1.
    ///
    /// A test of very many cases tries each of them then, and only some of them otherwise.
    package static var isThorough: Bool { runsFactor > 1 }
}
