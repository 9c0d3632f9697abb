import ExploredSystems

print(try SystemExploration(of: GracefulShutdownSystem.self))
