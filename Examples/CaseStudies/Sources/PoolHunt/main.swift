import ExploredSystems

print(try SystemExploration(of: PoolSystem.self, stateLimit: 30_000))
