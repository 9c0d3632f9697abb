import StateMachineGraphs
import StateMachines

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The results of exploring a model, and their cost.
struct ExplorationReport {
    private var rows: [(name: String, value: String)] = []

    /// The processor seconds of the exploration.
    private let work: Double

    init<Model: BenchmarkModel>(on model: Model.Type, called name: String, _ options: Set<String>) async throws {
        let time = ContinuousClock()
        let before = Memory.now()
        let (start, startOfWork) = (time.now, processorSeconds())
        let threads = options.contains("--one-thread") ? 1 : nil
        let graph = try StateGraph(exploring: Model.self, stateLimit: 50_000_000, threads: threads)
        let seconds = (time.now - start) / .seconds(1)
        work = processorSeconds() - startOfWork
        let after = Memory.now()

        let states = graph.states.count
        add("model", "\"\(name)\"")
        add("states", states)
        add("edges", graph.edgeCount)
        add("seconds", seconds)
        add("processor seconds", work)
        add("states per second", Int(Double(states) / seconds))
        add("bytes of a state", MemoryLayout<Model>.stride)
        if let before, let after {
            let stored = states * MemoryLayout<Model>.stride
            add("bytes per state beyond it, at most", Double(after.peak - before.current - stored) / Double(states))
            add("bytes per state beyond it, kept", Double(after.current - before.current - stored) / Double(states))
        }

        var checksum = Checksum()
        var handled = 0
        let walk = time.measure {
            for edge in graph.edges where edge.isHandled {
                handled += 1
                checksum.add(edge.source.id)
                checksum.add(edge.target.id)
            }
        }
        add("handled edges", handled)
        add("seconds for all edges", walk / .seconds(1))
        add("depth", graph.nodes.last.map { graph.path(to: $0).count } ?? 0)
        add("checksum", "\"\(String(checksum.value, radix: 16))\"")

        if options.contains("--findings") {
            let start = processorSeconds()
            let findings = graph.findings()
            addSeconds(since: start, for: "the findings")
            add("findings", findings.count)
        }
        guard options.contains("--properties") else { return }
        for property in Model.properties {
            let start = processorSeconds()
            let verdict = graph.check(property)
            addSeconds(since: start, for: "\(property.kind)")
            add("\(property.kind): \(property.name)", "\"\(words(for: verdict))\"")
        }
        try await simulate(Model.self, edgeCount: graph.edgeCount)
        try search(Model.self)
    }

    /// Searches as far as the graph goes, for all that is claimed of states and transitions.
    private mutating func search<Model: BenchmarkModel>(_: Model.Type) throws {
        let kinds: [MachineProperty<Model>.Kind] = [.always, .never, .everyTransition]
        let properties = Model.properties.filter { kinds.contains($0.kind) }
        let start = processorSeconds()
        let results = try BoundedSearch(of: Model.self, stateLimit: 50_000_000).check(properties)
        addSeconds(since: start, for: "a bounded search")
        add("searched states", results.first?.statistics.states ?? 0)
    }

    /// Simulates as many steps as a graph has edges, and watches what is claimed of every
    /// transition.
    private mutating func simulate<Model: BenchmarkModel>(_: Model.Type, edgeCount: Int) async throws {
        let properties = Model.properties.filter { $0.kind == .everyTransition }
        guard !properties.isEmpty else { return }
        let simulation = MachineSimulation(of: Model.self, seed: 1, runs: 10, steps: edgeCount / 10)
        let start = processorSeconds()
        let result = try await simulation.check(properties)
        addSeconds(since: start, for: "a simulation")
        add("simulated steps", result.statistics.steps)
    }

    /// Adds the processor seconds since a time, and how many times as long as the exploration this
    /// is.
    private mutating func addSeconds(since start: Double, for name: String) {
        let seconds = processorSeconds() - start
        add("processor seconds for \(name)", seconds)
        add("times the exploration for \(name)", seconds / work)
    }

    /// The verdict, with the length of a counterexample.
    private func words(for verdict: Verdict<some FiniteStateDefinition>) -> String {
        guard let counterexample = verdict.counterexample else { return verdict.holds ? "holds" : "undecided" }
        let loop = counterexample.loop.map { ", then a loop of \($0.steps.count)" } ?? ""
        return "refuted in \(counterexample.trace?.steps.count ?? 0) steps\(loop)"
    }

    var table: String {
        rows.map { "\($0.name): \(String($0.value.filter { $0 != "\"" }))" }.joined(separator: "\n")
    }

    var json: String {
        "{\(rows.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", "))}"
    }

    private mutating func add(_ name: String, _ value: String) { rows.append((name, value)) }
    private mutating func add(_ name: String, _ value: Int) { add(name, "\(value)") }
    private mutating func add(_ name: String, _ value: Double) { add(name, "\((value * 1000).rounded() / 1000)") }
}

/// A checksum that depends on the order (Fowler, Noll and Vo, FNV-1a).
private struct Checksum {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ number: Int) {
        value = (value ^ UInt64(UInt32(number))) &* 0x100_0000_01b3
    }
}
