import ExploredSystems

print(try SystemExploration(of: FlatMapLatestSystem.self))
