import ExploredSystems

print(try SystemExploration(of: ChannelSystem.self, stateLimit: 200_000))
