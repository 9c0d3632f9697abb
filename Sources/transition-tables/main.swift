import DurableMachines
import GalleryMachines
import ImageSearchMachine
import OrderMachine
import RemoteContentMachine
import StateMachineCatalog
import StateMachineDiagrams
import StateMachineExampleProperties
import StateMachineGraphs
import StreamMachine
import VideoMachine

// The machines of this package that have a page in Docs/. To add a page, add a line here.
MachineCatalog(
    .machine(StreamState.self, properties: StreamState.properties, readme: "Sources/StreamMachine/README.md"),
    .machine(StreamSession.self, properties: StreamSession.properties, readme: "Sources/StreamMachine/README.md"),
    .machine(
        ImageSearchState.self,
        properties: ImageSearchState.properties,
        readme: "Sources/ImageSearchMachine/README.md"
    ),
    .machine(
        RemoteContentState.self,
        properties: RemoteContentState.properties,
        readme: "Sources/RemoteContentMachine/README.md"
    ),
    .machine(DataPresence.self, properties: DataPresence.properties, readme: "Sources/RemoteContentMachine/README.md"),
    .machine(
        FlatRemoteContentState.self,
        properties: FlatRemoteContentState.properties,
        readme: "Sources/RemoteContentMachine/README.md"
    ),
    .machine(VideoState.self, properties: VideoState.properties, readme: "Sources/VideoMachine/README.md"),
    .machine(
        JobState.self,
        properties: JobState.properties,
        exploring: { try StateGraph(exploring: JobState.self, abstractedBy: \.kind) }
    ),
    .machine(
        Order.self,
        properties: Order.properties,
        conditions: [
            .named("all reminders sent") { order, _ in order.remindersLeft == 0 },
            .named("one reminder left") { order, event in event == .didRemind && order.remindersLeft == 1 },
        ]
    ),
    .machine(TrafficLight.self, properties: TrafficLight.properties, readme: "Examples/Gallery/README.md"),
    .machine(Onboarding.self, properties: Onboarding.properties, readme: "Examples/Gallery/README.md"),
    .machine(
        FormValidation.self,
        properties: FormValidation.properties,
        readme: "Examples/Gallery/README.md",
        conditions: [
            .named("blank") { _, event in
                switch event {
                case .editName(let text), .editEmail(let text): text.isEmpty
                case .submit, .didSucceed, .didFail: false
                }
            },
            .named("acceptable") { _, event in
                switch event {
                case .editName(let name): FormValidation.Field.Rule.name.allows(name)
                case .editEmail(let address): FormValidation.Field.Rule.email.allows(address)
                case .submit, .didSucceed, .didFail: false
                }
            },
        ]
    ),
    .machine(PushNotifications.self, properties: PushNotifications.properties, readme: "Examples/Gallery/README.md"),
    .machine(
        Enemy.self,
        properties: Enemy.properties,
        readme: "Examples/Gallery/README.md",
        conditions: [
            .named("fatal") { enemy, event in
                switch event {
                case .takeDamage(let points): points >= enemy.health
                case .specialAttack, .heal: false
                }
            }
        ]
    )
).main()

extension Order {
    /// How many reminders the shop can still send; `nil` if the order does not wait for a payment.
    fileprivate var remindersLeft: Int? {
        if case .placed(_, let sent) = self { Self.reminderLimit - sent } else { nil }
    }
}
