import StateMachineGraphs
import StateMachines

extension Workload {
    /// All states of the filter lock of four processes; an event here is one sample event tried in
    /// one state.
    static func exploration(_ amount: Amount) -> Workload {
        Workload(
            name: "exploration, the filter lock of four processes",
            events: 98_608,
            contenders: [
                Contender(name: "Swift, breadth-first search with a Set", role: .baseline) {
                    .now { UInt64(FilterLock<FourProcesses>.reachable().count) }
                },
                Contender(name: "StateGraph", role: .ours) {
                    .now { count(FilterLock<FourProcesses>.self) }
                },
                Contender(name: "StateGraph, packed", role: .ours) {
                    .now { count(PackedFilterLock<FourProcesses>.self) }
                },
            ]
        )
    }

    private static func count<Definition: FiniteStateDefinition>(_ definition: Definition.Type) -> UInt64 {
        let graph = try? StateGraph(exploring: definition, stateLimit: .max, threads: 1)
        return UInt64(graph?.states.count ?? 0)
    }
}

extension FiniteStateDefinition {
    /// Breadth-first search as one writes it without a library.
    fileprivate static func reachable() -> Set<Self> {
        var found = Set(initialStates)
        var states = initialStates
        var next = 0
        while next < states.count {
            let state = states[next]
            next += 1
            for event in state.sampleEvents {
                var successor = state
                do throws(Rejection) {
                    _ = try successor.handleEvent(event)
                } catch {
                    continue
                }
                if found.insert(successor).inserted { states.append(successor) }
            }
        }
        return found
    }
}
