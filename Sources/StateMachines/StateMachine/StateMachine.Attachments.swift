#if !hasFeature(Embedded)
/// What is attached to a machine: hooks, events that wait, the driver and the mailbox.
///
/// A machine that has none of it does without the whole object. One that has it never lets it go.
///
/// Like the machine's state, its lists go without the dynamic check for exclusive access: while code of the user's runs, the machine
/// is busy, and what would change a list waits.
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

    /// Hooks that were added during a turn, each with what puts it into its list when the turn is over.
    var addedHooks: [(hook: RemovableHook, add: (Machine, MachineAttachments) -> Void)] = []

    /// Whether a hook has been removed and is still in its list.
    var hasRemovedHooks = false

    /// Whether hooks or the driver have come or gone, of which no note has been taken.
    @exclusivity(unchecked) @usableFromInline var areListenersOutdated = false

    /// The activities as the definition listed them last; kept only while somebody is to be told of them.
    @exclusivity(unchecked) @usableFromInline var listed = ActivityList<Machine.Activity>()

    /// The list before that, while its turn is in progress; then it is empty, and its memory is for the next one.
    @exclusivity(unchecked) @usableFromInline var former = ActivityList<Machine.Activity>()

    /// Whether there is a list.
    @exclusivity(unchecked) @usableFromInline var isListing = false

    /// What waits until the turn in progress is over, in the order in which it was asked for.
    @exclusivity(unchecked) @usableFromInline var requests = Queue<Request>()

    /// How many events have come out of the one that the machine was sent last from outside.
    @exclusivity(unchecked) @usableFromInline var chainLength = 0

    /// The latest events of a chain that comes near to its limit.
    @exclusivity(unchecked) @usableFromInline var lastEvents: [Machine.Event] = []

    @usableFromInline var chainLimit = 10_000
    var isReportingDrop = false
    @exclusivity(unchecked) @usableFromInline var driver: Driver<Definition>?
    var mailbox: Mailbox<Definition>?

    /// Something that waits until the turn in progress is over.
    @usableFromInline
    enum Request {
        /// An event, and the instance that has sent it, if it comes from one.
        case event(Machine.Event, from: ActivityInstance<Definition>?)
        /// A report of an event that was dropped while the state was changing.
        case drop(Machine.Event, Machine.DropReason)
        case stop
        /// A run begins; its task may be cancelled already.
        case join(Driver<Definition>, isCancelled: Bool)
        /// The task of a run is cancelled.
        case finish(Driver<Definition>)
    }

    init() {}

    /// The activities that go on, each once; empty while nobody is to be told of them.
    var ongoing: [Machine.Activity] { listed.array.uniqued() }

    /// Who is to be told of what happens.
    var attendance: MachinePhase {
        let isDriven = driver?.hasJoined == true
        var attendance: MachinePhase = []
        if !stateEntries.isEmpty { attendance.insert(.stateEntryHooks) }
        if !stateExits.isEmpty { attendance.insert(.stateExitHooks) }
        if !transitions.isEmpty { attendance.insert(.transitionHooks) }
        if !changes.isEmpty { attendance.insert(.changeHooks) }
        if !rejections.isEmpty { attendance.insert(.rejectionHooks) }
        if isDriven { attendance.insert(.driven) }
        let needsActivities =
            isDriven || !activityEntries.isEmpty || !activityExits.isEmpty || !transitions.isEmpty
        if needsActivities, Machine.Activity.self != Never.self { attendance.insert(.activityHooks) }
        return attendance
    }

    /// Takes the hooks that have been removed out of their lists.
    func takeRemovedHooks() -> [RemovableHook] {
        guard hasRemovedHooks else { return [] }
        hasRemovedHooks = false
        return stateEntries.takeRemoved() + stateExits.takeRemoved() + activityEntries.takeRemoved()
            + activityExits.takeRemoved() + transitions.takeRemoved() + changes.takeRemoved()
            + rejections.takeRemoved() + drops.takeRemoved()
    }
}
#endif
