import StateMachines

/// A model of the notifications of hooks and observers, as the documentation of the machine
/// describes them.
///
/// An event, the start and the stop are turns. The hooks of a turn are those that were there when
/// it began, and have not been removed. Events that are sent meanwhile are enqueued. A drop is
/// reported at once, to the hooks that are registered then.
final class HookModel: HookSubject {
    private final class Hook {
        let id: Int
        let kind: HookKind
        var isRemoved = false
        var holds = false

        init(id: Int, kind: HookKind) {
            self.id = id
            self.kind = kind
        }
    }

    private enum Request {
        case event(Listing.Event)
        case stop
    }

    private var list: [Int]
    private var isStarted = false
    private var isStopped = false
    private var isBusy = false
    private var isReportingDrop = false
    private var waiting: [Request] = []
    private var chainLength = 0
    private let chainLimit: Int
    private var hooks: [Hook] = []
    private var observers: [(id: Int, values: [ObservedValue])] = []
    private var program: HookProgram?

    init(list: [Int], chainLimit: Int) {
        self.list = list
        self.chainLimit = chainLimit
    }

    func perform(_ command: HookCommand, in program: HookProgram) {
        self.program = program
        switch command {
        case .send(let event): program.note("\(event): \(send(event))")
        case .add(let kind):
            let hook = Hook(id: program.nextHookID(), kind: kind)
            if isStarted && !isStopped { hook.holds = holds(hook) }
            hooks.append(hook)
        case .remove(let id): hooks.first { $0.id == id }?.isRemoved = true
        case .observe(let values): observers.append((program.nextHookID(), values))
        case .start: start()
        case .stop:
            guard !isStopped else { return }
            if isBusy { waiting.append(.stop) } else { stop() }
        }
    }

    private func send(_ event: Listing.Event) -> String {
        start()
        if isStopped { return drop(event, "stopped") }
        if isBusy {
            if chainLength == chainLimit { return drop(event, "chain") }
            chainLength += 1
            waiting.append(.event(event))
            return "enqueued"
        }
        defer { drain() }
        return handle(event)
    }

    private func drain() {
        guard !isBusy else { return }
        while !waiting.isEmpty {
            isBusy = true
            switch waiting.removeFirst() {
            case .event(let event): _ = isStopped ? drop(event, "stopped") : handle(event)
            case .stop: stop()
            }
            isBusy = false
        }
        chainLength = 0
    }

    /// Performs a turn with the hooks that are registered when it begins.
    private func turn(_ tell: ([Hook]) -> Void) {
        let wasBusy = isBusy
        isBusy = true
        tell(hooks)
        isBusy = wasBusy
    }

    private func call(_ hook: Hook, _ what: String) {
        if !hook.isRemoved { program?.heard("hook \(hook.id): \(what)") }
    }

    private func holds(_ hook: Hook) -> Bool {
        switch hook.kind {
        case .stateEntry(let number), .stateExit(let number): list.contains(number)
        default: false
        }
    }

    private func unique(_ list: [Int]) -> [Int] {
        list.enumerated().filter { list.firstIndex(of: $1) == $0 }.map(\.element)
    }

    private func tellStateExits(_ hooks: [Hook]) {
        for hook in hooks.reversed() {
            guard case .stateExit = hook.kind else { continue }
            let held = hook.holds
            hook.holds = !isStopped && holds(hook)
            if held && !hook.holds { call(hook, "ceases") }
        }
    }

    private func tellStateEntries(_ hooks: [Hook]) {
        for hook in hooks {
            guard case .stateEntry = hook.kind else { continue }
            let held = hook.holds
            hook.holds = holds(hook)
            if !held && hook.holds { call(hook, "begins") }
        }
    }

    private func tell(_ kind: HookKind, _ hooks: [Hook], _ what: String) {
        for hook in hooks where hook.kind == kind { call(hook, what) }
    }

    private func handle(_ event: Listing.Event) -> String {
        let old = list
        if event == .nonsense {
            turn { tell(.rejection, $0, "rejected") }
            return "rejected"
        }
        if case .list(let new) = event { list = new }
        let new = list
        let observers = takeObservers(of: ObservedValue.allCases)
        let exited = unique(old).filter { !new.contains($0) }.reversed() as [Int]
        let entered = unique(new).filter { !old.contains($0) }
        turn { hooks in
            tellStateExits(hooks)
            for activity in exited { tell(.activityExit, hooks, "-\(activity)") }
            for activity in entered { tell(.activityEntry, hooks, "+\(activity)") }
            tellStateEntries(hooks)
            tell(.transition, hooks, "\(event) -\(exited) +\(entered)")
            tell(.change, hooks, "\(old) to \(new)")
            notify(observers)
        }
        return "handled(\(new.count))"
    }

    /// Those who have read one of the values, before it changes.
    private func takeObservers(of values: [ObservedValue]) -> [(id: Int, values: [ObservedValue])] {
        defer { observers.removeAll { values.contains($0.values[0]) } }
        return observers.filter { values.contains($0.values[0]) }
    }

    private func notify(_ observers: [(id: Int, values: [ObservedValue])]) {
        for observer in observers {
            program?.note("observer \(observer.id), \(observer.values.count)")
            let next = Array(observer.values.dropFirst())
            if !next.isEmpty { self.observers.append((observer.id, next)) }
        }
    }

    private func start() {
        guard !isStarted && !isStopped else { return }
        isStarted = true
        let observers = takeObservers(of: [.activities])
        turn { hooks in
            for hook in hooks { if case .stateExit = hook.kind { hook.holds = holds(hook) } }
            for activity in unique(list) { tell(.activityEntry, hooks, "+\(activity)") }
            tellStateEntries(hooks)
            notify(observers)
        }
        drain()
    }

    private func stop() {
        guard !isStopped else { return }
        isStopped = true
        let observers = takeObservers(of: [.activities])
        turn { hooks in
            if isStarted {
                tellStateExits(hooks)
                for activity in unique(list).reversed() { tell(.activityExit, hooks, "-\(activity)") }
            }
            notify(observers)
        }
        drain()
    }

    private func drop(_ event: Listing.Event, _ reason: String) -> String {
        guard !isReportingDrop else { return "dropped, \(reason)" }
        isReportingDrop = true
        turn { tell(.drop, $0, "\(event) dropped, \(reason)") }
        isReportingDrop = false
        drain()
        return "dropped, \(reason)"
    }
}
