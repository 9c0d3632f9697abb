import ExploredSystems

/// In place of a task. It does not run; the system decides what it does.
public typealias Task = SimulatedTask
