import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachines

@testable import StateMachineCatalog

/// A walk: events, and after each whether it was accepted, and which states the machine is in, one
/// for each region.
struct Walk: Encodable {
    var start: [String]
    var steps: [Step] = []

    struct Step: Encodable {
        var event: String
        var isAccepted: Bool
        var states: [String]
    }
}

/// Writes a machine in each format, and a few hundred walks through it.
func writeMachine<Definition: FiniteStateDefinition>(_ type: Definition.Type, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let description = MachineDescription(of: try StateGraph(exploring: type))
    let pictures = folder.deletingLastPathComponent().appending(path: "pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    try write(try Picture(of: description).svg(), to: pictures, "\(description.name).svg")
    for format in DiagramFormat.allCases {
        try write(description.text(in: format), to: folder, "\(description.name).\(format.fileExtension)")
    }

    let machine = type.initialStates[0]
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    print("\(description.name): seed \(seed)")
    let walks = (0..<250).map { _ in
        var state = machine
        var walk = Walk(start: places(of: ValueName(of: state)))
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
            guard let event = state.sampleEvents.randomElement(using: &generator) else { break }
            let isAccepted = (try? state.handleEvent(event)) != nil
            walk.steps.append(
                .init(
                    event: "\(ValueName(of: event))",
                    isAccepted: isAccepted,
                    states: places(of: ValueName(of: state))
                )
            )
        }
        return walk
    }
    try write(
        String(decoding: JSONEncoder().encode(walks), as: UTF8.self),
        to: folder,
        "\(description.name).walks.json"
    )
}

/// The state of each region, or the one state: cases with dots between them.
func places(of name: ValueName) -> [String] {
    let names = name.caseName == nil && name.regions.count > 1 ? name.regions.map(\.name) : [name]
    return names.map { $0.path.joined(separator: ".") }
}

func write(_ text: String, to folder: URL, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
}
