import StateMachineGraphs
import StateMachines

/// What is explored, and what is claimed about it.
protocol BenchmarkModel: FiniteStateDefinition {
    static var properties: [MachineProperty<Self>] { get }
}

extension ExplorationReport {
    /// The report on a model; nothing if there is none of this name and size.
    init?(named name: String, options: Set<String>) async throws {
        switch (name, options.contains("--small"), options.contains("--large")) {
        case ("go-back-n", false, false): try await self.init(on: GoBackN<Large>.self, called: "large", options)
        case ("go-back-n", true, false): try await self.init(on: GoBackN<Small>.self, called: "small", options)
        case ("filter-lock", true, false):
            try await self.init(on: FilterLock<FourProcesses>.self, called: "4 processes", options)
        case ("filter-lock", false, false):
            try await self.init(on: FilterLock<FiveProcesses>.self, called: "5 processes", options)
        case ("filter-lock", false, true):
            try await self.init(on: FilterLock<SixProcesses>.self, called: "6 processes", options)
        case ("filter-lock-packed", true, false):
            try await self.init(on: PackedFilterLock<FourProcesses>.self, called: "4 processes", options)
        case ("filter-lock-packed", false, false):
            try await self.init(on: PackedFilterLock<FiveProcesses>.self, called: "5 processes", options)
        case ("filter-lock-packed", false, true):
            try await self.init(on: PackedFilterLock<SixProcesses>.self, called: "6 processes", options)
        case ("broken-filter-lock", true, false):
            try await self.init(on: FilterLock<Broken<FourProcesses>>.self, called: "4 processes", options)
        case ("broken-filter-lock", false, false):
            try await self.init(on: FilterLock<Broken<FiveProcesses>>.self, called: "5 processes", options)
        default: return nil
        }
    }
}

extension GoBackN: BenchmarkModel {
    static var properties: [MachineProperty<Self>] {
        [
            .always("the outstanding messages fit into the window") { $0.outstanding <= Size.window },
            .everyTransition("the receiver expects the same message until a message is delivered") {
                $0.event == .deliverData || $0.before.expected == $0.after.expected
            },
            .alwaysPossible("the first message is acknowledged") { $0.base != 0 },
            .atAllTimes("each message is accepted once, in order", remembering: \.expected) { next, step in
                guard step.after.expected != step.before.expected else { return true }
                let isNext = step.before.expected == next
                next = step.after.expected
                return isNext && next == (step.before.expected + 1) % Size.modulus
            },
        ]
    }
}

extension FilterLock: BenchmarkModel {
    static var properties: [MachineProperty<Self>] {
        [
            .never("two processes are in the critical section") { $0.criticalCount > 1 },
            .everyTransition("no process changes the announced level of another") { step in
                (0..<Size.processes).allSatisfy {
                    $0 == step.event || step.before.level(of: $0) == step.after.level(of: $0)
                }
            },
            .alwaysPossible("no process competes for the lock or holds it") { state in
                !(0..<Size.processes).contains(where: state.takesPart)
            },
            .leadsTo(
                "if process 0 competes for the lock, it later enters the critical section",
                from: { $0.takesPart(0) },
                to: { $0.phase(of: 0) == .critical },
                assuming: [.weakForEachEvent]
            ),
        ]
    }
}

extension PackedFilterLock: BenchmarkModel {
    /// None: what is claimed is claimed of the lock.
    static var properties: [MachineProperty<Self>] { [] }
}
