import Foundation
import StateMachineGraphs

extension FormatWriter {
    static let json = FormatWriter(fileExtension: "json") { $0.json }
}

extension MachineDescription {
    /// All that is known of the machine, for programs, by the schema in `Docs/machine.schema.json`.
    ///
    /// States that behave alike and have the same cases and activities are one; places in a list are numbers from 0.
    var json: String {
        let automaton = Automaton(of: self, distinguishesActivities: true)
        return JSONDocument(
            name: name,
            states: automaton.states.map { state in
                let name = state.representative.name
                return JSONDocument.State(
                    id: state.id,
                    name: state.title,
                    path: name.path,
                    regions: name.regions.count > 1
                        ? name.regions.map { .init(name: $0.label ?? "", path: $0.name.path) } : nil,
                    initial: state.representative.isInitial,
                    activities: state.representative.activities.map(\.description)
                )
            },
            events: automaton.events.map { .init(id: $0.id, name: "\($0.name)", path: $0.name.path) },
            transitions: automaton.transitions.map { transition in
                JSONDocument.Transition(
                    source: transition.source,
                    event: transition.event,
                    target: transition.reaction.target,
                    exited: transition.reaction.exited.map(\.description),
                    entered: transition.reaction.entered.map(\.description),
                    output: transition.reaction.output?.description
                )
            },
            findings: findings,
            properties: properties.map { .init(name: $0.name, kind: $0.kind, holds: $0.refutation == nil) }
        ).json
    }
}

private struct JSONDocument: Encodable {
    var version = 1
    var name: String
    var states: [State]
    var events: [Event]
    var transitions: [Transition]
    var findings: [String]
    var properties: [Property]

    struct Property: Encodable {
        var name: String
        var kind: String
        var holds: Bool
    }

    struct State: Encodable {
        var id: String
        var name: String
        var path: [String]
        var regions: [Region]?
        var initial: Bool
        var activities: [String]
    }

    struct Region: Encodable {
        var name: String
        var path: [String]
    }

    struct Event: Encodable {
        var id: String
        var name: String
        var path: [String]
    }

    struct Transition: Encodable {
        var source: Int
        var event: Int
        var target: Int
        var exited: [String]
        var entered: [String]
        var output: String?
    }
}
