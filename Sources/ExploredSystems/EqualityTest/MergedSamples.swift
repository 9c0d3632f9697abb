import StateMachineGraphs

/// A sample of the states that counted as equal to earlier states.
struct MergedSamples<System> {
    struct Sample {
        let system: System
        let number: Int
    }

    /// The states that differ from the earlier states in identifiers, and then the other ones.
    var list: [Sample] { renamed.list + equal.list }
    private var renamed = Reservoir(limit: 128)
    private var equal = Reservoir(limit: 32)
    private var generator = SeededGenerator(seed: 0)

    /// Keeps a state with the same probability as every other state of its kind.
    ///
    /// - Parameter isRenamed: Whether the state has other identifiers than the earlier state.
    mutating func offer(_ system: System, for number: Int, isRenamed: Bool) {
        let sample = Sample(system: system, number: number)
        if isRenamed { renamed.offer(sample, &generator) } else { equal.offer(sample, &generator) }
    }

    /// A random sample of a stream (Vitter, "Random Sampling with a Reservoir", 1985).
    private struct Reservoir {
        let limit: Int
        var list: [Sample] = []
        var count = 0

        mutating func offer(_ sample: Sample, _ generator: inout SeededGenerator) {
            count += 1
            if list.count < limit { return list.append(sample) }
            let index = Int.random(in: 0..<count, using: &generator)
            if index < limit { list[index] = sample }
        }
    }
}
