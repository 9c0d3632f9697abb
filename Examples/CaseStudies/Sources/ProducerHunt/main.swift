import ExploredSystems

print(try SystemExploration(of: ProducerSystem<any Error>.self))
print(try SystemExploration(of: ProducerSystem<Never>.self))
