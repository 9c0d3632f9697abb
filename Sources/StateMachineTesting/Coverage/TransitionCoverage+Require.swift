import StateMachineGraphs
import StateMachines

extension TransitionCoverage {
    /// A coverage goal.
    public enum Goal: Hashable, Sendable, CaseIterable {
        /// Every state of the graph was reached at least once.
        case states

        /// Every pair that the graph handles was also handled in a recorded step.
        case transitions

        /// Every pair of the graph was tried at least once, whether it was handled or rejected.
        case pairs
    }

    /// Returns how much of a goal is covered, from 0 to 1.
    public func fraction(of goal: Goal) -> Double {
        let (all, missing) = (items(of: goal), missing(goal))
        return all.isEmpty ? 1 : 1 - Double(missing.count) / Double(all.count)
    }

    /// Returns the pairs that a goal requires and that were not covered.
    ///
    /// - Parameter goal: The goal that determines the pairs. For ``Goal/states``, the result is
    ///   empty.
    public func untried(_ goal: Goal = .pairs) -> [Pair] { missing(goal).compactMap(\.pair) }

    /// Checks that a goal was covered, either completely or to a given fraction.
    ///
    /// ```swift
    /// try coverage.require(.pairs, except: [.init(.locked, .open)])
    /// try coverage.require(.transitions, atLeast: 0.8)
    /// ```
    ///
    /// - Parameters:
    ///   - goal: The goal to check.
    ///   - fraction: How much of the goal is required, from 0 to 1. A greater value or a NaN
    ///     requires the complete goal.
    ///   - exceptions: The pairs that count neither as missing nor as covered.
    /// - Throws: ``MissingCoverage``, which lists the missing states or pairs and the shortest path
    ///   to each.
    public func require(
        _ goal: Goal,
        atLeast fraction: Double = 1,
        except exceptions: Set<Pair> = []
    ) throws(MissingCoverage<Definition>) {
        func matters(_ item: Item) -> Bool { item.pair.map { !exceptions.contains($0) } ?? true }
        let all = items(of: goal).filter(matters)
        let missing = missing(goal).filter(matters)
        let covered = all.count - missing.count
        // Compare counts, so that rounding has no effect.
        guard covered < fraction.requiredCount(of: all.count) else { return }
        throw MissingCoverage(
            goal: goal,
            covered: covered,
            total: all.count,
            missing: missing.map { (title: $0.title, path: $0.path(in: map)) }
        )
    }

    /// A state or a pair that a goal requires.
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
