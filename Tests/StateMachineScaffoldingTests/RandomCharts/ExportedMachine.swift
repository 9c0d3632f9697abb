import Foundation
import GalleryMachines
import ImageSearchMachine
import RemoteContentMachine
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineScaffolding
import StateMachines
import StreamMachine
import Testing
import VideoMachine

/// A machine of this package, written in a format and read again.
struct ExportedMachine: CustomTestStringConvertible {
    let name: String
    let format: DiagramFormat
    let machine: MachineDescription

    var testDescription: String { "\(name), \(format.rawValue)" }

    /// All machines of this package, in each of the formats that can be read.
    static let all: [ExportedMachine] = {
        let machines = [
            describe(StreamState.self), describe(StreamSession.self), describe(ImageSearchState.self),
            describe(RemoteContentState.self), describe(DataPresence.self), describe(FlatRemoteContentState.self),
            describe(VideoState.self), describe(TrafficLight.self), describe(Onboarding.self),
            describe(FormValidation.self), describe(PushNotifications.self), describe(Enemy.self),
        ]
        return [DiagramFormat.json, .scxml, .xstate, .mermaid, .plantuml].flatMap { format in
            machines.compactMap { $0 }.map { ExportedMachine(name: $0.name, format: format, machine: $0) }
        }
    }()

    private static func describe<Definition: FiniteStateDefinition>(_ type: Definition.Type) -> MachineDescription? {
        (try? StateGraph(exploring: type)).map { MachineDescription(of: $0) }
    }

    /// What cannot be expressed: why it is refused, or what is lost.
    var limit: Limit? {
        switch (format, name) {
        case (.scxml, "DataPresence"), (.scxml, "StreamSession"), (.xstate, "DataPresence"), (.xstate, "StreamSession"):
            .firstBeginningOnly
        case (.mermaid, "StreamSession"), (.plantuml, "StreamSession"): .refused("a second arrow begins at [*]")
        case (.mermaid, "FormValidation"), (.plantuml, "FormValidation"): .refused("this [*] is outside all states")
        // With the reason of a rejection, a label is longer than a diagram shows.
        case (.mermaid, "Enemy"), (.plantuml, "Enemy"): .refused("is truncated")
        // What the arrows of these machines depend on is a number in the state or a truth value of
        // the event.
        case (.mermaid, "PushNotifications"), (.plantuml, "PushNotifications"), (.mermaid, "VideoState"),
            (.plantuml, "VideoState"), (.mermaid, "ImageSearchState"), (.plantuml, "ImageSearchState"):
            .conditionsAsGuards
        default: nil
        }
    }

    enum Limit: Equatable {
        case firstBeginningOnly
        case refused(String)
        case conditionsAsGuards
    }

    /// The machine, written and read.
    func chart() throws -> Chart {
        try DiagramLanguage.read(machine.text(in: format), named: "\(name).\(format.fileExtension)")
    }

    /// What the format can say of the machine.
    func graph() throws -> ExportedGraph {
        let json = Data(machine.text(in: .json).utf8)
        guard ![.mermaid, .plantuml].contains(format) else { return try ExportedGraph(ofPicture: json) }
        var graph = try ExportedGraph(of: json)
        if limit == .firstBeginningOnly { graph.keepFirstBeginning() }
        return graph
    }
}
