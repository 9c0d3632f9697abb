import ExploredSystems

/// In place of a task, which does not run, because the system decides what it does.
public typealias Task = SimulatedTask
