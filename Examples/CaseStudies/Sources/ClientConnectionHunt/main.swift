import ExploredSystems

print(try SystemExploration(of: ClientConnectionSystem.self))
