import StateMachines

let machine = StateMachine(Search.start)
machine.onActivityEntry { print("begins:", $0) }
machine.onActivityExit { print("ends:", $0) }

machine.send(.startSearch)
machine.send(.search("cats"))
machine.send(.startSearch)
machine.send(.search("dogs"))
machine.send(.success(["Asleep", "At the beach"]))
