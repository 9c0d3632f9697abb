import ExploredSystems

print(try SystemExploration(of: ServerConnectionSystem.self))
