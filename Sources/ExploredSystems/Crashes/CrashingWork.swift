import StateMachineTrapHandling

/// Work that can continue on another thread after it has trapped.
///
/// The signal handler in `StateMachineTrapHandling.c` parks the trapped thread forever. The thread
/// never leaves its stack frames, so no caller continues after an unfinished call. The thread also
/// never releases anything that it holds.
protocol CrashingWork: AnyObject {
    /// Continues from the position that this object stores, and returns at the end of all work.
    func work()
}

extension CrashingWork {
    /// Runs on a separate thread until the work is done or a step traps.
    ///
    /// - Returns: A report about the end; `nil` if the work has returned.
    func run(blockedAfter: Duration, endlessAfter: Duration) -> CrashReport? {
        let box = Unmanaged.passRetained(WorkBox(self))
        var report = trap_report()
        state_machine_trap_run(
            { context in
                guard let context else { return }
                Unmanaged<WorkBox>.fromOpaque(context).takeUnretainedValue().work.work()
            },
            box.toOpaque(),
            blockedAfter / .seconds(1),
            endlessAfter / .seconds(1),
            &report
        )
        let end = CrashReport(report)
        // A parked thread still uses the box.
        if end == nil { box.release() }
        return end
    }
}

private final class WorkBox {
    let work: any CrashingWork

    init(_ work: any CrashingWork) {
        self.work = work
    }
}
