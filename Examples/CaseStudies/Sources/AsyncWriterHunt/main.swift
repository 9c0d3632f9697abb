import ExploredSystems

print(try SystemExploration(of: AsyncWriterSystem.self))
