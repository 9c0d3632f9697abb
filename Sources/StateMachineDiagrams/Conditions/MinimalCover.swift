import StateMachineGraphs

/// A set of combinations of values, which allows certain values of some features.
///
/// The features are numbered, and so are the values of each feature.
struct Cube: Hashable {
    /// The allowed values of each feature, or `nil` for a feature that does not matter.
    var values: [Set<Int>?]

    /// Returns the combinations that both cubes contain, or `nil` if there are none.
    func intersection(_ other: Cube) -> Cube? {
        var common: [Set<Int>?] = []
        for (own, others) in zip(values, other.values) {
            guard let own, let others else {
                common.append(own ?? others)
                continue
            }
            let both = own.intersection(others)
            guard !both.isEmpty else { return nil }
            common.append(both)
        }
        return Cube(values: common)
    }

    /// Whether the cube contains a combination, as far as certain features are concerned.
    func contains(_ combination: [Int], in features: some Sequence<Int>) -> Bool {
        features.allSatisfy { values[$0]?.contains(combination[$0]) ?? true }
    }
}

/// The search for the fewest cubes that contain certain combinations and none of certain others.
///
/// This is the minimization of a two-level form (Quine, The problem of simplifying truth functions,
/// 1952; McCluskey, Minimization of Boolean functions, 1956), for features with any number of
/// values. A prime names as few features of a combination as distinguish it from all others. A
/// branch-and-bound search then chooses the fewest primes. It keeps its best result after a limited
/// number of steps.
struct MinimalCover {
    /// The chosen cubes, in the order of the first combination in each.
    private(set) var cubes: [Cube] = []

    private let combinations: [[Int]]
    private var primes: [Prime] = []
    /// The indices of the primes that contain each combination.
    private var candidates: [[Int]] = []
    private var best: [Int] = []
    private var remainingSteps = 2_000

    /// Above this number of features, only one prime of each combination is considered.
    private static let featureLimit = 8

    /// Above this number of combinations, the first choice of primes is final.
    private static let combinationLimit = 64

    private struct Prime {
        var key: Key
        var combinations: Set<Int> = []

        struct Key: Hashable {
            var features: [Int]
            var values: [Int]
        }
    }

    /// Finds the cubes.
    ///
    /// - Parameters:
    ///   - combinations: The combinations to contain.
    ///   - others: The combinations to exclude.
    ///   - barred: Cubes none of whose combinations may be contained.
    init(of combinations: [[Int]], excluding others: [[Int]], and barred: [Cube]) {
        self.combinations = combinations
        findPrimes(excluding: others, and: barred)
        best = firstChoice
        if combinations.count <= Self.combinationLimit { choose([], uncovered: Set(combinations.indices)) }
        cubes = best.sorted { primes[$0].combinations.min() ?? 0 < primes[$1].combinations.min() ?? 0 }
            .map { cube(of: primes[$0]) }
        merge()
    }

    private mutating func findPrimes(excluding others: [[Int]], and barred: [Cube]) {
        let features = Array((combinations.first ?? []).indices)
        let sets =
            features.count > Self.featureLimit ? [] : (0...features.count).flatMap { features.subsets(ofSize: $0) }
        var excluded: [[Int]: Set<[Int]>] = [:]
        func isExcluded(_ combination: [Int], _ features: [Int]) -> Bool {
            if excluded[features] == nil { excluded[features] = Set(others.map { $0.values(of: features) }) }
            return excluded[features]?.contains(combination.values(of: features)) == true
                || barred.contains { $0.contains(combination, in: features) }
        }
        var numbers = Numbering<Prime.Key>()
        for (number, combination) in combinations.enumerated() {
            var found: [[Int]] = []
            for set in sets where !found.contains(where: { $0.allSatisfy(set.contains) }) {
                if !isExcluded(combination, set) { found.append(set) }
            }
            if sets.isEmpty {
                found = [
                    features.reversed().reduce(features) { kept, feature in
                        let fewer = kept.filter { $0 != feature }
                        return isExcluded(combination, fewer) ? kept : fewer
                    }
                ]
            }
            let keys = found.map { Prime.Key(features: $0, values: combination.values(of: $0)) }
            candidates.append(
                keys.map { key in
                    let index = numbers.number(of: key)
                    if index == primes.count { primes.append(Prime(key: key)) }
                    primes[index].combinations.insert(number)
                    return index
                }
            )
        }
    }

    /// Primes for all combinations, chosen one after another.
    private var firstChoice: [Int] {
        var chosen: [Int] = []
        var uncovered = Set(combinations.indices)
        let order = combinations.indices.sorted { (candidates[$0].count, $0) < (candidates[$1].count, $1) }
        for combination in order where uncovered.contains(combination) {
            guard let prime = sortedCandidates(of: combination, uncovered).first else { continue }
            chosen.append(prime)
            uncovered.subtract(primes[prime].combinations)
        }
        return chosen
    }

    /// Tries every choice of primes for the remaining combinations.
    private mutating func choose(_ chosen: [Int], uncovered: Set<Int>) {
        guard let next = uncovered.min(by: { (candidates[$0].count, $0) < (candidates[$1].count, $1) }) else {
            if cost(of: chosen) < cost(of: best) { best = chosen }
            return
        }
        remainingSteps -= 1
        guard remainingSteps >= 0, chosen.count < best.count else { return }
        for prime in sortedCandidates(of: next, uncovered) {
            choose(chosen + [prime], uncovered: uncovered.subtracting(primes[prime].combinations))
        }
    }

    /// The primes that contain a combination, first those that contain most of the uncovered ones.
    private func sortedCandidates(of combination: Int, _ uncovered: Set<Int>) -> [Int] {
        guard candidates[combination].count > 1 else { return candidates[combination] }
        let gains = candidates[combination].map { primes[$0].combinations.intersection(uncovered).count }
        return zip(candidates[combination], gains).sorted { one, other in
            if one.1 != other.1 { return one.1 > other.1 }
            let counts = [one, other].map { primes[$0.0].key.features.count }
            return (counts[0], one.0) < (counts[1], other.0)
        }.map(\.0)
    }

    private func cost(of chosen: [Int]) -> (Int, Int) {
        (chosen.count, chosen.reduce(0) { $0 + primes[$1].key.features.count })
    }

    private func cube(of prime: Prime) -> Cube {
        var values: [Set<Int>?] = Array(repeating: nil, count: combinations.first?.count ?? 0)
        for (feature, value) in zip(prime.key.features, prime.key.values) { values[feature] = [value] }
        return Cube(values: values)
    }

    /// Joins cubes that differ only in the values of one feature, until there are none.
    private mutating func merge() {
        var count: Int
        repeat {
            count = cubes.count
            for feature in cubes.first?.values.indices ?? 0..<0 { merge(differingIn: feature) }
        } while cubes.count < count
    }

    private mutating func merge(differingIn feature: Int) {
        var numbers = Numbering<Cube>()
        var merged: [Cube] = []
        for cube in cubes {
            var rest = cube
            // A cube for which the feature does not matter keeps a key of its own.
            if rest.values[feature] != nil { rest.values[feature] = [] }
            let number = numbers.number(of: rest)
            if number == merged.count {
                merged.append(cube)
            } else if let values = cube.values[feature] {
                merged[number].values[feature]?.formUnion(values)
            }
        }
        cubes = merged
    }
}

extension [Int] {
    fileprivate func values(of features: [Int]) -> [Int] { features.map { self[$0] } }
}
