import ExploredSystems

print(try SystemExploration(of: LambdaPoolSystem.self))
