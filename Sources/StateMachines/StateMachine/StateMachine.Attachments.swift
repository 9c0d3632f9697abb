#if !hasFeature(Embedded)
/// What is attached to a machine: hooks, events that wait, the driver and the mailbox.
///
/// A machine that has none of it does without the whole object.
@usableFromInline
final class MachineAttachments<Definition: StateDefinition> {
    @usableFromInline typealias Machine = StateMachine<Definition>

    @usableFromInline var stateEntries: [StateHook<Definition>] = []
    @usableFromInline var stateExits: [StateHook<Definition>] = []
    @usableFromInline var activityEntries: [Hook<Machine.Activity>] = []
    @usableFromInline var activityExits: [Hook<Machine.Activity>] = []
    @usableFromInline var transitions: [Hook<Machine.Transition>] = []
    @usableFromInline var changes: [Hook<(old: Definition, new: Definition)>] = []
    @usableFromInline var rejections: [Hook<InvalidTransition<Definition>>] = []
    @usableFromInline var drops: [Hook<(event: Machine.Event, reason: Machine.DropReason)>] = []

    /// The activities as the definition listed them last; kept only while somebody is to be told of them.
    @usableFromInline var listed: [Machine.Activity]?

    /// What hooks have asked for since the outermost event arrived, in the order in which they asked.
    @usableFromInline var requests: [Request] = []

    /// How many of the requests have been met.
    var metRequests = 0

    var chainLimit = 10_000
    var isReportingDrop = false
    @usableFromInline var driver: Driver<Definition>?
    var mailbox: Mailbox<Definition>?

    /// Something that waits until the transition in progress is complete.
    @usableFromInline
    enum Request {
        case event(Machine.Event)
        case stop
    }

    init() {}

    /// The activities that go on, each once; empty while nobody is to be told of them.
    var ongoing: [Machine.Activity] { (listed ?? []).uniqued() }

    /// Whether somebody has to be told of entered and exited activities.
    var needsActivities: Bool {
        driver != nil || !activityEntries.isEmpty || !activityExits.isEmpty || !transitions.isEmpty
    }

    /// Whether anything at all has to be told of what happens.
    var isNeeded: Bool {
        needsActivities || !stateEntries.isEmpty || !stateExits.isEmpty || !changes.isEmpty || !rejections.isEmpty
            || !drops.isEmpty || !requests.isEmpty
    }

    /// Forgets the hooks that have been removed.
    func forgetRemovedHooks() {
        stateEntries.removeAll(where: \.isRemoved)
        stateExits.removeAll(where: \.isRemoved)
        activityEntries.removeAll(where: \.isRemoved)
        activityExits.removeAll(where: \.isRemoved)
        transitions.removeAll(where: \.isRemoved)
        changes.removeAll(where: \.isRemoved)
        rejections.removeAll(where: \.isRemoved)
        drops.removeAll(where: \.isRemoved)
    }

    /// Compares the activities of a state with those of the state before it, and keeps them for the next time.
    @inlinable
    func updateActivities(for state: borrowing Definition) -> ActivityChange<Machine.Activity> {
        guard Machine.Activity.self != Never.self, let old = listed else { return ActivityChange() }
        let new = state.activities
        listed = new
        return ActivityChange(from: old, to: new)
    }
}

extension StateMachine {
    @usableFromInline
    typealias Attachments = MachineAttachments<Definition>

    /// Changes what is attached to the machine, and takes note of whether anybody still listens.
    func attach<Result>(_ change: (Attachments) -> Result) -> Result {
        let attachments = self.attachments ?? Attachments()
        self.attachments = attachments
        defer { updateAttendance() }
        return change(attachments)
    }

    /// Takes note of who is attached, so that a machine that nobody listens to takes the short way.
    func updateAttendance() {
        guard let attachments else { return }
        if attachments.isNeeded { phase.insert(.attended) } else { phase.remove(.attended) }
        if !attachments.needsActivities {
            attachments.listed = nil
        } else if attachments.listed == nil, phase.isDisjoint(with: [.unstarted, .stopped, .moving]) {
            attachments.listed = storage.activities
        }
    }

    func forgetRemovedHooks() {
        attachments?.forgetRemovedHooks()
        updateAttendance()
    }
}
#endif
