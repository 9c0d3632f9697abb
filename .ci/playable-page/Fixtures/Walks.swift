import Foundation
import GalleryMachines
import ImageSearchMachine
import OrderMachine
import RemoteContentMachine
import StateMachineDiagrams
import StateMachineExampleProperties
import StateMachineGraphs
import StateMachineRecording
import StateMachineTesting
import StateMachines
import StreamMachine
import VideoMachine

/// Random walks of machines, with what a watch says of their properties: the pages have to agree.
enum Walks {
    /// A walk as a recording, and for each property the step that violates it or how it ends.
    private struct Walk: Encodable {
        var recording: String
        var verdicts: [String]
    }

    private struct Machine: Encodable {
        var document: String
        var ownCount: Int
        var walks: [Walk]
    }

    static func printAll() throws {
        let machines = [
            try machine(StreamState.properties), try machine(StreamSession.properties),
            try machine(ImageSearchState.properties), try machine(RemoteContentState.properties),
            try machine(VideoState.properties), try machine(Order.properties), try machine(TrafficLight.properties),
            try machine(Onboarding.properties), try machine(FormValidation.properties),
            try machine(PushNotifications.properties), try machine(Enemy.properties), try machine(Refuted.properties),
        ]
        print(String(decoding: try JSONEncoder().encode(machines), as: UTF8.self))
    }

    /// Takes the walks of a machine with its own properties and with others, most of which are
    /// violated.
    private static func machine<Definition: FiniteStateDefinition>(
        _ own: [MachineProperty<Definition>]
    ) throws -> Machine {
        let graph = try StateGraph(exploring: Definition.self)
        let properties = own + claims(about: Array(graph.states))
        var random = SplitMix(state: 57)
        return Machine(
            document: MachineDescription(of: graph, properties: properties).text(in: .json),
            ownCount: own.count,
            walks: (0..<20).map { walk(properties, length: 4 * $0, &random) }
        )
    }

    private static func claims<Definition: FiniteStateDefinition>(
        about states: [Definition]
    ) -> [MachineProperty<Definition>] {
        let (first, last) = (states[0], states[states.count - 1])
        let even = Set(states.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
        return [
            .never("the last state is never reached") { $0 == last },
            .always("the state is even", even.contains),
            .everyTransition("each transition leads elsewhere") { $0.before != $0.after },
            .everyEvent("no event is rejected", \.isHandled),
            .atAllTimes("there are at most three rejections", remembering: { _ in 0 }) { count, step in
                count += step.isHandled ? 0 : 1
                return count <= 3
            },
            .atAllTimes("no state comes back at once", remembering: { [$0] }) { recent, step in
                guard step.isHandled else { return true }
                defer { recent = [step.before, step.after] }
                return recent.count < 2 || recent[0] != step.after
            },
            .eventually("the last state is reached") { $0 == last },
            .leadsTo("even states lead to the first one", from: even.contains) { $0 == first },
            .eventuallyAlways("the run ends in an even state", even.contains),
            .reachable("the last state can be reached") { $0 == last },
            .alwaysPossible("the first state can be reached") { $0 == first },
            .noDeadEnd(),
        ]
    }

    private static func walk<Definition: FiniteStateDefinition>(
        _ properties: [MachineProperty<Definition>],
        length: Int,
        _ random: inout SplitMix
    ) -> Walk {
        let machine = StateMachine(
            Definition.initialStates.randomElement(using: &random) ?? Definition.initialStates[0]
        )
        let recorder = MachineRecorder(of: machine, clock: ManualClock())
        var broken: [String: Int] = [:]
        var step = 0
        let watch = machine.watch(properties) { broken[$0.property] = step }
        // The first states of a watch are judged before its closure is called with a step.
        for _ in 0..<length {
            step += 1
            guard let event = machine.state.sampleEvents.randomElement(using: &random) else { break }
            machine.send(event)
        }
        let (pending, unwatched) = (watch.pending, watch.unwatched)
        let verdicts = properties.map { property in
            if let step = broken[property.name] { return "broken \(step)" }
            if unwatched.contains(property.name) { return "undecided" }
            return pending.contains(property.name) ? "open" : "kept"
        }
        let recording = recorder.recording
        return Walk(recording: recording.entries.isEmpty ? "" : recording.jsonLines, verdicts: verdicts)
    }
}

/// Random numbers that are the same in each run (Steele, Lea, Flood, Fast splittable pseudorandom
/// number generators, 2014).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
