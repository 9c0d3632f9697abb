import ExploredSystems

/// In place of the mutex of the module `Synchronization`.
public typealias Mutex = SimulatedLock
