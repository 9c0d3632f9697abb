import Foundation
import StateMachineGraphs
import StateMachineLocks
public import StateMachines

/// A definition whose rules can be spoiled.
public protocol Mutable: FiniteStateDefinition {
    /// What its source says.
    mutating func originalHandleEvent(_ event: Event) throws(Rejection) -> Output

    /// What its source says.
    var originalActivities: [Activity] { get }
}

extension Mutable where Activity == Never {
    /// None.
    public var originalActivities: [Never] { [] }
}

/// One mistake in one definition: a row of its table that does something else.
///
/// The environment variable `MUTANT` holds it, as JSON.
public struct Mutant: Codable, Sendable {
    /// What is different.
    public enum Kind: String, Codable, Sendable {
        /// The event is rejected.
        case drop
        /// The event leads to another state.
        case redirect
        /// The event is handled, and changes nothing.
        case accept
        /// The activity is not among those of the state.
        case deactivate
    }

    /// The definition.
    public var machine: String

    /// What is different.
    public var kind: Kind

    /// The cases of the state in which it shows.
    public var state: String

    /// The cases of the event that makes the difference.
    public var event: String?

    /// Where the event leads to; `nil` where it is rejected.
    public var result: String?

    /// Where it leads to instead.
    public var target: String?

    /// The activity that is missing.
    public var activity: String?

    static let active: Mutant? = ProcessInfo.processInfo.environment["MUTANT"].flatMap {
        try? JSONDecoder().decode(Mutant.self, from: Data($0.utf8))
    }
}

/// The cases of a value, without payloads.
private func path(_ value: some Any) -> String { ValueName(of: value).path.joined(separator: ".") }

extension Mutable {
    /// What the source says, but for the mistake.
    public mutating func mutatedHandleEvent(_ event: Event) throws(Rejection) -> Output {
        guard let mutant = Mutant.active, mutant.machine == "\(Self.self)", mutant.kind != .deactivate,
            mutant.state == path(self), mutant.event == path(event)
        else { return try originalHandleEvent(event) }

        let before = self
        let output: Output
        do throws(Rejection) {
            output = try originalHandleEvent(event)
        } catch {
            if mutant.result == nil, let output = Exploration.of(Self.self).anyOutput { return output }
            throw error
        }
        guard mutant.result == path(self) else { return output }
        switch mutant.kind {
        case .drop:
            self = before
            guard let rejection = Exploration.of(Self.self).anyRejection else { return output }
            throw rejection
        case .redirect:
            let target = Exploration.of(Self.self).states.first { path($0) == mutant.target }
            self = target ?? before
            return output
        case .accept, .deactivate:
            return output
        }
    }

    /// What the source says, but for the mistake.
    public var mutatedActivities: [Activity] {
        guard let mutant = Mutant.active, mutant.machine == "\(Self.self)", mutant.kind == .deactivate,
            mutant.state == path(self)
        else { return originalActivities }
        return originalActivities.filter { path($0) != mutant.activity }
    }

    /// All mistakes that are made in this definition.
    ///
    /// Two for each row of its table that is handled, one for each that is rejected, and one for
    /// each activity of each state.
    public static var mutants: [Mutant] {
        let exploration = Exploration.of(Self.self)
        let paths = exploration.states.map(path).uniqued()
        var mutants: [Mutant] = []
        for row in exploration.rows {
            guard let result = row.result else {
                mutants.append(Mutant(machine: "\(Self.self)", kind: .accept, state: row.state, event: row.event))
                continue
            }
            var mutant = Mutant(machine: "\(Self.self)", kind: .drop, state: row.state, event: row.event)
            mutant.result = result
            mutants.append(mutant)
            let others = paths.filter { $0 != result }
            guard !others.isEmpty else { continue }
            mutant.kind = .redirect
            // Another one for each row, as far as there are others.
            mutant.target = others[mutants.count % others.count]
            mutants.append(mutant)
        }
        for state in exploration.states {
            for activity in state.originalActivities.map(path).uniqued() {
                mutants.append(
                    Mutant(machine: "\(Self.self)", kind: .deactivate, state: path(state), activity: activity)
                )
            }
        }
        var seen: Set<String> = []
        return mutants.filter { seen.insert("\($0)").inserted }
    }
}

/// What a definition does according to its source, found by running it.
private struct Exploration<Definition: Mutable>: Sendable {
    struct Row: Hashable, Sendable {
        var state: String
        var event: String
        var result: String?
    }

    var states: [Definition] = []
    var rows: [Row] = []
    var anyOutput: Definition.Output?
    var anyRejection: Definition.Rejection?

    static func of(_ definition: Definition.Type) -> Exploration {
        explorations.withLock { explorations in
            if let known = explorations[ObjectIdentifier(definition)] as? Exploration { return known }
            let exploration = Exploration()
            explorations[ObjectIdentifier(definition)] = exploration
            return exploration
        }
    }

    /// Enough for all rows, also where a payload counts without end.
    private let mostStates = 1_000

    private init() {
        states = Definition.initialStates
        var found = Set(states)
        var next = 0
        while next < states.count, next < mostStates {
            for event in states[next].sampleEvents {
                var successor = states[next]
                var row = Row(state: path(successor), event: path(event))
                do throws(Definition.Rejection) {
                    let output = try successor.originalHandleEvent(event)
                    anyOutput = anyOutput ?? output
                    row.result = path(successor)
                    if found.insert(successor).inserted { states.append(successor) }
                } catch {
                    anyRejection = anyRejection ?? error
                }
                rows.append(row)
            }
            next += 1
        }
        rows = rows.uniqued()
    }
}

private let explorations = Locked<[ObjectIdentifier: any Sendable]>([:])
