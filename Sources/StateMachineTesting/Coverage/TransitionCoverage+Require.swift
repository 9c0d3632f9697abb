import StateMachineGraphs
import StateMachines

extension TransitionCoverage {
    /// What is to be covered.
    public enum Goal: Hashable, Sendable, CaseIterable {
        /// Each state of the graph was reached at least once.
        case states

        /// Each pair that is handled in the graph was tried, and handled, at least once.
        case transitions

        /// Each pair in the graph was tried at least once, whether handled or not.
        case pairs
    }

    /// How much of a goal has been reached: 1 for all of it.
    public func fraction(of goal: Goal) -> Double {
        let (all, missing) = (items(of: goal), missing(goal))
        return all.isEmpty ? 1 : 1 - Double(missing.count) / Double(all.count)
    }

    /// The pairs that were never tried.
    ///
    /// - Parameter goal: Which pairs matter; for states there is no pair to name.
    public func untried(_ goal: Goal = .pairs) -> [Pair] { missing(goal).compactMap(\.pair) }

    /// Checks that enough was covered.
    ///
    /// ```swift
    /// try coverage.require(.pairs, except: [.init(.locked, .open)])
    /// try coverage.require(.transitions, atLeast: 0.8)
    /// ```
    ///
    /// - Parameters:
    ///   - goal: What is to be covered.
    ///   - fraction: How much of it, from 0 to 1; all of it for what is greater, or no number.
    ///   - exceptions: Pairs that do not count, neither as missing nor as covered.
    /// - Throws: ``MissingCoverage``, which lists what is missing and a shortest path to it.
    public func require(
        _ goal: Goal,
        atLeast fraction: Double = 1,
        except exceptions: Set<Pair> = []
    ) throws(MissingCoverage<Definition>) {
        func matters(_ item: Item) -> Bool { item.pair.map { !exceptions.contains($0) } ?? true }
        let all = items(of: goal).filter(matters)
        let missing = missing(goal).filter(matters)
        let covered = all.count - missing.count
        // Compared as counts, so that rounding does not decide.
        guard covered < fraction.requiredCount(of: all.count) else { return }
        throw MissingCoverage(
            goal: goal,
            covered: covered,
            total: all.count,
            missing: missing.map { (title: $0.title, path: $0.path(in: map)) }
        )
    }

    /// A state or a pair that is to be covered.
    struct Item {
        let title: String
        let pair: Pair?
        let state: [String]
        let vertex: CoverageMap<Definition>.Vertex

        func path(in map: CoverageMap<Definition>) -> Trace<Definition> {
            pair == nil ? map.path(to: vertex.node) : map.path(to: vertex)
        }
    }

    func items(of goal: Goal) -> [Item] {
        func items(at vertex: (CoverageMap<Definition>.Entry) -> CoverageMap<Definition>.Vertex?) -> [Item] {
            map.pairs.compactMap { pair in
                map.entries[pair].flatMap(vertex).map {
                    Item(title: "\(pair)", pair: pair, state: pair.state, vertex: $0)
                }
            }
        }
        return switch goal {
        case .states:
            map.states.map {
                Item(
                    title: $0.path.joined(separator: "."),
                    pair: nil,
                    state: $0.path,
                    vertex: .init(node: $0.node, sample: 0)
                )
            }
        case .transitions: items(at: \.handled)
        case .pairs: items(at: \.first)
        }
    }

    func missing(_ goal: Goal) -> [Item] {
        let (states, pairs) = (visitedStates, triedPairs)
        return items(of: goal).filter { item in
            let count = item.pair.flatMap { pairs[$0] } ?? Count()
            return switch goal {
            case .states: !states.contains(item.state)
            case .transitions: count.handled == 0
            case .pairs: count.total == 0
            }
        }
    }
}
