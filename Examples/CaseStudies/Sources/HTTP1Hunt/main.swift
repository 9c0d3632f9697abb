import ExploredSystems

print(try SystemExploration(of: HTTP1System.self))
