import GalleryMachines
import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachines
import StreamMachine

/// A machine in the gallery.
struct Exhibit: Sendable {
    let name: String
    let summary: String

    /// A closure that shows the machine until the visitor leaves it.
    let show: @MainActor (Visit) async -> Departure

    /// The way in which a visitor leaves a machine.
    enum Departure {
        /// The visitor returns to the list of machines.
        case back
        /// The visitor quits the program.
        case out
    }

    private typealias Send<Definition: StateDefinition> = StateMachine<Definition>.Sender

    /// Creates an exhibit whose events all come from the visitor.
    private init<Definition: FiniteStateDefinition>(_ definition: Definition.Type, _ summary: String) {
        self.init(definition, summary, actingAlone: { _ in false }) { _, _, _ in }
    }

    /// Creates an exhibit whose activities perform work.
    ///
    /// - Parameters:
    ///   - actsAlone: A closure that returns whether an activity sends events.
    ///   - work: A closure that performs an activity.
    private init<Definition: FiniteStateDefinition>(
        _ definition: Definition.Type,
        _ summary: String,
        actingAlone actsAlone: @escaping @Sendable (Definition.Activity) -> Bool,
        work: @escaping @Sendable (Definition.Activity, PacedClock, Send<Definition>) async -> Void
    ) {
        name = "\(Definition.self)"
        self.summary = summary
        show = { visit in
            guard let initial = Definition.initialStates.first else { return .back }
            let session = Session(initial, on: visit, actingAlone: actsAlone)
            return await session.play { [pace = visit.pace] activity, send in
                await work(activity, PacedClock(second: pace), send)
            }
        }
    }

    static let all = [
        Exhibit(
            TrafficLight.self,
            "a light that changes by itself until it breaks",
            actingAlone: { $0 != .flasher },
            work: { activity, clock, send in
                await TrafficLight.perform(activity, on: clock, sendingTo: send)
            }
        ),
        Exhibit(Onboarding.self, "the screens for a new user, which a phone call can interrupt"),
        Exhibit(FormValidation.self, "a form with validation during input, in three regions"),
        Exhibit(PushNotifications.self, "a permission that the system requests only once"),
        Exhibit(Enemy.self, "an enemy that is in play only while it has health"),
        Exhibit(StreamSession.self, "a camera stream, its layout and picture in picture, in three regions"),
    ]

    /// Returns the machine for a name, a number in the list, or the beginning of a name.
    static func named(_ word: String) throws(UsageError) -> Exhibit {
        all[try Choice.index(of: word, among: all.map(\.name), called: "machine")]
    }

    /// Prints the names and summaries of all machines.
    static func list(on terminal: Terminal) {
        var table = TextTable(["", "machine", "description"], alignments: [.right, .left, .left])
        for (number, exhibit) in all.enumerated() {
            table.append(["\(number + 1)", exhibit.name, exhibit.summary])
        }
        for line in table.lines(fitting: terminal.width, cutting: 2).dropFirst() { terminal.print(line) }
    }
}
