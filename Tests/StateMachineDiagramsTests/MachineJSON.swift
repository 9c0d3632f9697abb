import Foundation
import StateMachineDiagrams

/// The JSON of a machine, as a program reads it.
struct MachineJSON: Decodable {
    let version: Int
    let name: String
    let module, type, comment: String?
    let states: [State]
    let events: [Event]
    let activities: [Activity]
    let transitions: [Transition]
    let chart: Chart
    let findings: [String]
    let properties: [Property]

    struct State: Decodable {
        let name: String
        let path: [String]
        let isInitial, isFinal, isCut: Bool
        let activities, chartStates: [String]
        let swift: String?
        let values: [String]?
    }

    struct Event: Decodable {
        let name: String
        let comment, swift: String?
    }

    struct Activity: Decodable {
        let name: String
        let comment: String?
    }

    struct Transition: Decodable {
        let source, event, target: Int
        let exited, entered: [String]
        let output: String?
        let arrows: [String]
    }

    struct Chart: Decodable {
        let regions: [Region]
        let arrows: [Arrow]
        let ignored, updating: [String]

        struct Region: Decodable {
            let id, name: String?
            let states: [State]
        }

        struct State: Decodable {
            let id, name: String
            let comment: String?
            let regions: [Region]
        }

        struct Arrow: Decodable {
            let id, source, target: String
            let labels: [String]
        }
    }

    struct Property: Decodable {
        let name, kind, verdict: String
        let reason: String?
        let counterexample: Counterexample?
        let check: [String: [String: String]]?
        let unchecked: String?

        struct Counterexample: Decodable {
            let trace: [Moment]
            let loop: [Moment]?
        }

        struct Moment: Decodable {
            let event: Int?
            let state: Int
            let name: String
        }
    }
}

extension MachineJSON {
    init(of machine: MachineDescription) throws {
        self = try JSONDecoder().decode(MachineJSON.self, from: Data(machine.text(in: .json).utf8))
    }
}

extension MachineJSON.Chart.Region {
    /// The states of the region and those inside them.
    var allStates: [MachineJSON.Chart.State] { states.flatMap { [$0] + $0.regions.flatMap(\.allStates) } }

    /// The region and those inside its states.
    var withInner: [MachineJSON.Chart.Region] { [self] + states.flatMap { $0.regions.flatMap(\.withInner) } }
}

extension MachineJSON.Chart {
    /// The ids of all states, arrows, and regions with a frame.
    var elementIDs: [String] {
        regions.flatMap(\.allStates).map(\.id) + arrows.map(\.id) + regions.flatMap(\.withInner).compactMap(\.id)
    }
}
