package import Testing

extension Collection {
    /// The cases that a usual run of the tests tries; a thorough run tries all of them.
    ///
    /// A full run of the tests ends within about a minute, so the usual cases leave out those that
    /// are slow and repeat what another suite asserts.
    ///
    /// - Parameter isUsual: Whether a usual run tries a case.
    package func usually(_ isUsual: (Element) -> Bool) -> [Element] {
        ProcessEnvironment.isThorough ? Array(self) : filter(isUsual)
    }
}

extension Collection where Index == Int {
    /// The collection's cases in a thorough run of the tests; otherwise one of each `step`.
    package func usually(oneOf step: Int) -> [Element] {
        zip(indices, self).filter { ProcessEnvironment.isThorough || $0.0 % step == 0 }.map(\.1)
    }
}

extension Trait where Self == ConditionTrait {
    /// A test that only a thorough run makes.
    package static var thorough: Self {
        .enabled(if: ProcessEnvironment.isThorough, "only with a RANDOM_RUNS_FACTOR of more than 1")
    }
}
