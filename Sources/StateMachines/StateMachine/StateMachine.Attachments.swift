#if !hasFeature(Embedded)
/// What is attached to a machine: hooks, events that wait, the driver and the mailbox.
///
/// A machine that has none of it does without the whole object. One that has it never lets it go.
///
/// Like the machine's state, its lists go without the dynamic check for exclusive access: while hooks are being called, which
/// may do anything to the machine, no list is held, and nothing is taken out of one.
@usableFromInline
final class MachineAttachments<Definition: StateDefinition> {
    @usableFromInline typealias Machine = StateMachine<Definition>

    @exclusivity(unchecked) @usableFromInline var stateEntries = HookList<StateHook<Definition>>()
    @exclusivity(unchecked) @usableFromInline var stateExits = HookList<StateHook<Definition>>()
    @exclusivity(unchecked) @usableFromInline var activityEntries = HookList<Hook<Machine.Activity>>()
    @exclusivity(unchecked) @usableFromInline var activityExits = HookList<Hook<Machine.Activity>>()
    @exclusivity(unchecked) @usableFromInline var transitions = HookList<Hook<Machine.Transition>>()
    @exclusivity(unchecked) @usableFromInline var changes = HookList<Hook<(old: Definition, new: Definition)>>()
    @exclusivity(unchecked) @usableFromInline var rejections = HookList<Hook<InvalidTransition<Definition>>>()
    @exclusivity(unchecked) @usableFromInline var drops = HookList<
        Hook<(event: Machine.Event, reason: Machine.DropReason)>
    >()

    /// Whether a hook has been removed and is still in its list.
    @exclusivity(unchecked) @usableFromInline var hasRemovedHooks = false

    /// The activities as the definition listed them last; kept only while somebody is to be told of them.
    @exclusivity(unchecked) @usableFromInline var listed = ActivityList<Machine.Activity>()

    /// The list before that, whose memory is for the next one.
    @exclusivity(unchecked) @usableFromInline var former = ActivityList<Machine.Activity>()

    /// Whether there is a list.
    @exclusivity(unchecked) @usableFromInline var isListing = false

    /// What hooks have asked for since the outermost event arrived, in the order in which they asked.
    @exclusivity(unchecked) @usableFromInline var requests: [Request] = []

    /// How many of the requests have been met.
    @exclusivity(unchecked) @usableFromInline var metRequests = 0

    @usableFromInline var chainLimit = 10_000
    var isReportingDrop = false
    @exclusivity(unchecked) @usableFromInline var driver: Driver<Definition>?
    var mailbox: Mailbox<Definition>?

    /// Something that waits until the transition in progress is complete.
    @usableFromInline
    enum Request {
        case event(Machine.Event)
        case stop
    }

    init() {}

    /// The activities that go on, each once; empty while nobody is to be told of them.
    var ongoing: [Machine.Activity] { listed.array.uniqued() }

    /// Who is to be told of what happens.
    var attendance: MachinePhase {
        var attendance: MachinePhase = []
        if !stateEntries.isEmpty { attendance.insert(.stateEntryHooks) }
        if !stateExits.isEmpty { attendance.insert(.stateExitHooks) }
        if !transitions.isEmpty { attendance.insert(.transitionHooks) }
        if !changes.isEmpty { attendance.insert(.changeHooks) }
        if !rejections.isEmpty { attendance.insert(.rejectionHooks) }
        if driver != nil { attendance.insert(.driven) }
        let needsActivities =
            driver != nil || !activityEntries.isEmpty || !activityExits.isEmpty || !transitions.isEmpty
        if needsActivities, Machine.Activity.self != Never.self { attendance.insert(.activityHooks) }
        return attendance
    }

    /// Forgets the hooks that have been removed.
    @usableFromInline
    func forgetRemovedHooks() {
        hasRemovedHooks = false
        stateEntries.forgetRemoved()
        stateExits.forgetRemoved()
        activityEntries.forgetRemoved()
        activityExits.forgetRemoved()
        transitions.forgetRemoved()
        changes.forgetRemoved()
        rejections.forgetRemoved()
        drops.forgetRemoved()
    }
}

extension StateMachine {
    @usableFromInline
    typealias Attachments = MachineAttachments<Definition>

    /// Changes what is attached to the machine, and takes note of whether anybody still listens.
    @usableFromInline
    func attach<Result>(_ change: (Attachments) -> Result) -> Result {
        let attachments = self.attachments ?? Attachments()
        self.attachments = attachments
        defer { updateAttendance() }
        return change(attachments)
    }

    /// Takes note of who is attached, so that a machine that nobody listens to takes the short way.
    func updateAttendance() {
        guard let attachments else { return }
        phase.subtract(.attendance)
        phase.formUnion(attachments.attendance)
        if !phase.contains(.activityHooks) {
            attachments.listed.removeAll()
            attachments.isListing = false
        } else if isListingDue {
            beginListing()
        }
    }

    /// Whether somebody has begun to listen to what goes on, of which no note has been taken.
    @inlinable
    var isListingDue: Bool {
        guard phase.contains(.activityHooks), phase.isDisjoint(with: [.unstarted, .stopped]), let attachments else {
            return false
        }
        return !attachments.isListing
    }

    /// Takes note of what goes on.
    ///
    /// While `handleEvent` runs, the state is not to be read: then this is done after the event.
    @usableFromInline
    func beginListing() {
        guard let attachments else { return }
        if phase.contains(.moving) {
            phase.insert(.requested)
        } else {
            attachments.listed.removeAll()
            storage.visitActivities { attachments.listed.append($0) }
            attachments.isListing = true
        }
    }

    /// Forgets the hooks that have been removed, if it can be done now.
    @usableFromInline
    func forgetRemovedHooks() {
        guard let attachments else { return }
        attachments.hasRemovedHooks = true
        if isBusy {
            phase.insert(.requested)
        } else {
            attachments.forgetRemovedHooks()
            updateAttendance()
        }
    }
}
#endif
