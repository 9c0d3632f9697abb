import TrapHandling

/// Work that goes on on another thread where it has trapped.
///
/// The handler of the trap parks the thread for good. So no frame is left: code that expects
/// another one to return sees that it has not. What the thread holds is never released.
protocol TrappingWork: AnyObject {
    /// Goes on from where this object says; returns at the end of all work.
    func work()
}

extension TrappingWork {
    /// Runs on a thread of its own until the work is done or a step traps.
    ///
    /// - Returns: How it has ended; `nil` if it has returned.
    func run(blockedAfter: Duration, endlessAfter: Duration) -> TrapReport? {
        let box = Unmanaged.passRetained(WorkBox(self))
        var report = trap_report()
        trap_run(
            { context in
                guard let context else { return }
                Unmanaged<WorkBox>.fromOpaque(context).takeUnretainedValue().work.work()
            },
            box.toOpaque(),
            blockedAfter / .seconds(1),
            endlessAfter / .seconds(1),
            &report
        )
        let end = TrapReport(report)
        // A parked thread still uses it.
        if end == nil { box.release() }
        return end
    }
}

private final class WorkBox {
    let work: any TrappingWork

    init(_ work: any TrappingWork) {
        self.work = work
    }
}
