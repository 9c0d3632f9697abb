/// A sample of the states that counted as equal to earlier states.
struct MergedSamples<System> {
    struct Sample {
        let system: System
        let number: Int
    }

    private(set) var list: [Sample] = []
    private var count = 0

    /// Keeps the first states, and later states with decreasing frequency.
    mutating func offer(_ system: System, for number: Int) {
        count += 1
        if count & (count - 1) == 0 || count % 512 == 0, list.count < 200 {
            list.append(Sample(system: system, number: number))
        }
    }
}
